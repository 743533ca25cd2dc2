import assert from "node:assert/strict";
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JsonObject } from "@relay-harness/protocol";
import { SettingsManager } from "../base/settings/settingsManager.ts";
import { DefaultResourceLoader, type DefaultResourceLoaderOptions } from "./defaultResourceLoader.ts";
import type { ResourceDiagnostic } from "../base/resourceDiagnostic.ts";
import { requiredColors } from "./themes/theme.ts";

describe("DefaultResourceLoader", () => {
  let root: string;
  let cwd: string;
  let agentDir: string;
  let home: string;
  const realHome = process.env.HOME;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "relay-resources-")));
    cwd = join(root, "w");
    home = join(root, "home");
    agentDir = join(home, ".relay", "agent");
    for (const dir of [cwd, agentDir, join(cwd, ".git")]) mkdirSync(dir, { recursive: true });
    process.env.HOME = home;
  });
  afterEach(() => {
    process.env.HOME = realHome;
    rmSync(root, { recursive: true, force: true });
  });

  function write(path: string, content: string): string {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }
  function skill(path: string, fields = "description: d", body = "Body"): string {
    return write(path, `---\n${fields}\n---\n${body}\n`);
  }
  async function load(
    options: Partial<DefaultResourceLoaderOptions> = {},
    {
      projectTrusted = true,
      user = {},
      project = {},
    }: { projectTrusted?: boolean; user?: JsonObject; project?: JsonObject } = {},
  ): Promise<DefaultResourceLoader> {
    write("home/.relay/agent/settings.json", JSON.stringify(user));
    if (Object.keys(project).length > 0) write("w/.relay/settings.json", JSON.stringify(project));
    const settingsManager = SettingsManager.create(cwd, agentDir, { projectTrusted });
    const loader = new DefaultResourceLoader({ cwd, agentDir, settingsManager, ...options });
    await loader.reload();
    return loader;
  }
  const skillNames = (loader: DefaultResourceLoader): string[] =>
    loader.getSkills().skills.map(({ name }) => name);
  const promptNames = (loader: DefaultResourceLoader): string[] =>
    loader.getPrompts().prompts.map(({ name }) => name);
  const messages = ({ diagnostics }: { diagnostics: readonly ResourceDiagnostic[] }): string[] =>
    diagnostics.map(({ type, message, path = "" }) => `${type} ${path.slice(root.length + 1)}: ${message}`);

  describe("skills", () => {
    it("cli.md 51: needs a description, warns of names, and does not look below a skill", async () => {
      const x = skill("home/.relay/agent/skills/x/SKILL.md", "name: x");
      skill("home/.relay/agent/skills/bad/SKILL.md", "name: Bad--Name\ndescription: d");
      skill("home/.relay/agent/skills/good/SKILL.md", "description: d");
      skill("home/.relay/agent/skills/good/deep/SKILL.md", "description: d");
      write("home/.relay/agent/skills/README.md", "# Skills");
      const loader = await load();
      assert.deepEqual(skillNames(loader), ["Bad--Name", "good"]);
      assert.deepEqual(loader.getSkills().diagnostics, [
        {
          type: "warning",
          path: join(agentDir, "skills/bad/SKILL.md"),
          message: 'Skill name "Bad--Name" should be 1 to 64 lower-case letters, digits and single hyphens',
        },
        {
          type: "warning",
          path: x,
          message: "Skill is not loaded: its frontmatter has no description",
        },
      ]);
    });

    it("cli.md 52: the project's skill wins over the user's of that name, with one collision", async () => {
      const winnerPath = skill("w/.relay/skills/pdf/SKILL.md", "description: p");
      const loserPath = skill("home/.relay/agent/skills/pdf/SKILL.md", "description: u");
      const { skills, diagnostics } = (await load()).getSkills();
      assert.deepEqual(skills, [
        {
          name: "pdf",
          description: "p",
          filePath: winnerPath,
          baseDir: dirname(winnerPath),
          disableModelInvocation: false,
          sourceInfo: {
            path: winnerPath,
            source: "auto",
            scope: "project",
            origin: "top-level",
            baseDir: join(cwd, ".relay"),
          },
        },
      ]);
      assert.deepEqual(diagnostics, [
        {
          type: "collision",
          message: `skill "pdf" of ${loserPath} is left out: ${winnerPath} has the name`,
          path: loserPath,
          collision: {
            resourceType: "skill",
            name: "pdf",
            winnerPath,
            loserPath,
            winnerSource: "auto",
            loserSource: "auto",
          },
        },
      ]);
    });

    it("cli.md 44: has nothing of a project that is not trusted", async () => {
      skill("w/.relay/skills/a/SKILL.md");
      skill("w/.agents/skills/b/SKILL.md");
      write("w/.relay/prompts/c.md", "C");
      write("w/elsewhere/SKILL.md", "---\ndescription: d\n---\n");
      skill("home/.agents/skills/d/SKILL.md");
      const project = { skills: ["../elsewhere"] };
      const untrusted = await load({}, { projectTrusted: false, project });
      assert.deepEqual([skillNames(untrusted), promptNames(untrusted)], [["d"], []]);
      const trusted = await load({}, { project });
      assert.deepEqual([skillNames(trusted), promptNames(trusted)], [["elsewhere", "a", "b", "d"], ["c"]]);
    });

    it("cli.md §10.1: in .agents/skills, Markdown files count in groups only; other places the other way round", async () => {
      skill("w/.agents/skills/top.md");
      skill("w/.agents/skills/group/inner.md");
      skill("home/.relay/agent/skills/top2.md");
      skill("home/.relay/agent/skills/group/inner2.md");
      skill("home/.relay/agent/skills/group/deep/SKILL.md");
      assert.deepEqual(skillNames(await load()), ["inner", "top2", "deep"]);
    });

    it("cli.md §10.1: goes from the folder up to the repository, nearest first, and takes ~/.agents as the user's", async () => {
      mkdirSync(join(root, "w/sub/.relay"), { recursive: true });
      skill("w/.agents/skills/outer/SKILL.md");
      skill("w/sub/.agents/skills/inner/SKILL.md");
      skill(".agents/skills/beyond/SKILL.md");
      skill("home/.agents/skills/mine/SKILL.md");
      assert.deepEqual(skillNames(await load({ cwd: join(cwd, "sub") })), ["inner", "outer", "mine"]);
      const untrusted = {
        settingsManager: SettingsManager.create(home, agentDir, { projectTrusted: false }),
      };
      assert.deepEqual(skillNames(await load({ cwd: home, ...untrusted })), ["mine"]);
    });

    it("skips dot-directories, node_modules and ignored files, follows links and ends in circles", async () => {
      const base = "home/.relay/agent/skills";
      skill(`${base}/.hidden/SKILL.md`);
      skill(`${base}/node_modules/m/SKILL.md`);
      skill(`${base}/group/old/SKILL.md`);
      skill(`${base}/group/kept/SKILL.md`);
      write(`${base}/.gitignore`, "old/\n!group/kept\n");
      write(`${base}/group/.fdignore`, "kept.md");
      symlinkSync(join(root, base), join(root, base, "group", "circle"));
      skill("outside/linked/SKILL.md");
      symlinkSync(join(root, "outside"), join(root, base, "outside"));
      const loader = await load();
      assert.deepEqual(skillNames(loader), ["kept", "linked"]);
      assert.deepEqual(messages(loader.getSkills()), []);
    });

    it("takes a file once that several links lead to", async () => {
      skill("home/.relay/agent/skills/real/SKILL.md");
      symlinkSync(join(agentDir, "skills/real"), join(agentDir, "skills/link"));
      const loader = await load({ additionalSkillPaths: [join(agentDir, "skills/real/SKILL.md")] });
      assert.deepEqual(skillNames(loader), ["real"]);
      assert.deepEqual(messages(loader.getSkills()), []);
    });

    it("reads fields as the format has them, and what is no skill is told only where it was meant as one", async () => {
      skill(
        "home/.relay/agent/skills/full/SKILL.md",
        "name: 123\ndescription: true\nlicense: MIT\ncompatibility: Node\nallowed-tools: [read, bash]\nmetadata:\n  a: 1\ndisable-model-invocation: true\nother: x",
      );
      skill("home/.relay/agent/skills/broken/SKILL.md", "description: a: b");
      skill("home/.relay/agent/skills/broken.md", "description: a: b");
      const named = [write("w/plain.md", "No skill"), write("w/x.txt", "text"), join(cwd, "none")];
      const loader = await load({ additionalSkillPaths: named });
      const [full, ...others] = loader.getSkills().skills;
      assert.deepEqual(others, []);
      assert.deepEqual(full, {
        filePath: join(agentDir, "skills/full/SKILL.md"),
        baseDir: join(agentDir, "skills/full"),
        sourceInfo: {
          path: join(agentDir, "skills/full/SKILL.md"),
          source: "auto",
          scope: "user",
          origin: "top-level",
          baseDir: agentDir,
        },
        name: "123",
        description: "true",
        disableModelInvocation: true,
        license: "MIT",
        compatibility: "Node",
        allowedTools: "read, bash",
        metadata: { a: 1 },
      });
      const [missing, plain, text, broken, ...rest] = messages(loader.getSkills());
      assert.deepEqual(
        [missing, plain, text, rest],
        [
          `error w/none: No skill at ${named[2]}`,
          "warning w/plain.md: Skill is not loaded: its frontmatter has no description",
          "warning w/x.txt: A skill is a Markdown file",
          [],
        ],
      );
      assert.match(
        broken ?? "",
        /^warning home\/\.relay\/agent\/skills\/broken\/SKILL\.md: Skill is not loaded: /,
      );
    });

    it("reads only the beginning of a skill, so that its size does not matter", async () => {
      const path = skill("home/.relay/agent/skills/big/SKILL.md");
      truncateSync(path, 100 * 1024 * 1024);
      assert.deepEqual(skillNames(await load()), ["big"]);
    });

    it("warns of long fields", async () => {
      skill(
        "home/.relay/agent/skills/long/SKILL.md",
        `description: ${"d".repeat(1025)}\ncompatibility: ${"c".repeat(501)}\nname: ${"n".repeat(65)}`,
      );
      const { skills, diagnostics } = (await load()).getSkills();
      assert.equal(skills.length, 1);
      assert.deepEqual(
        diagnostics.map(({ message }) => message.split(" ").slice(0, 2).join(" ")),
        ["Skill name", "Skill description", "Skill compatibility"],
      );
    });
  });

  describe("cli.md §3.2: resource arrays", () => {
    beforeEach(() => {
      for (const name of ["a", "b", "c"]) skill(`home/.relay/agent/skills/${name}/SKILL.md`);
    });
    const cases: [title: string, entries: string[], expected: string[]][] = [
      ["leaves out what a pattern fits", ["!skills/a"], ["b", "c"]],
      ["leaves out by a bare name", ["!a"], ["b", "c"]],
      ["leaves out by a glob", ["!skills/{a,b}/**"], ["c"]],
      ["leaves out everything but what is forced", ["!**", "+skills/b"], ["b"]],
      ["leaves out exactly a path, even one that is forced", ["-skills/b/SKILL.md", "+skills/b"], ["a", "c"]],
      ["knows a skill by its directory too", ["-skills/b"], ["a", "c"]],
      ["does not take an exact path for a pattern", ["-skills/*"], ["a", "b", "c"]],
      ["adds a directory, before what is found", ["more"], ["d", "e", "a", "b", "c"]],
      ["adds what a glob fits", ["more/*"], ["d", "e", "a", "b", "c"]],
      ["adds a file below the home directory", ["~/x/SKILL.md"], ["x", "a", "b", "c"]],
    ];
    for (const [title, skills, expected] of cases) {
      it(title, async () => {
        for (const name of ["d", "e"]) skill(`home/.relay/agent/more/${name}/SKILL.md`);
        skill("home/x/SKILL.md");
        const loader = await load({}, { user: { skills } });
        assert.deepEqual(skillNames(loader), expected);
        assert.deepEqual(messages(loader.getSkills()), []);
      });
    }

    it("evaluates each scope by itself, and says what is not there", async () => {
      skill("w/.relay/skills/p/SKILL.md");
      const loader = await load(
        {},
        { user: { skills: ["!p", "none"] }, project: { skills: ["!a", "-skills/b"] } },
      );
      assert.deepEqual(skillNames(loader), ["p", "a", "b", "c"]);
      assert.deepEqual(messages(loader.getSkills()), [
        `warning home/.relay/agent/none: No skill at ${join(agentDir, "none")}`,
      ]);
    });

    it("survives patterns that no program could read", async () => {
      const loader = await load({}, { user: { skills: [`!${"(".repeat(70_000)}`] }, project: {} });
      assert.deepEqual(skillNames(loader), []);
      assert.match(messages(loader.getSkills())[0] ?? "", /^error .*Cannot search the skills of /);
    });
  });

  describe("prompt templates", () => {
    it("cli.md §9: reads name, description, hint and body", async () => {
      write(
        "home/.relay/agent/prompts/full.md",
        "---\ndescription: Says it\nargument-hint: <file>\nx: 1\n---\nDo $1\n",
      );
      write("home/.relay/agent/prompts/bare.md", `\n${"é".repeat(61)}\nmore\n`);
      write("home/.relay/agent/prompts/list.md", "---\nargument-hint: [file]\n---\n");
      write("home/.relay/agent/prompts/sub/not.md", "Not found");
      write("home/.relay/agent/prompts/not.txt", "Not found");
      const { prompts, diagnostics } = (await load()).getPrompts();
      assert.deepEqual(
        prompts.map(({ sourceInfo: _, ...prompt }) => prompt),
        [
          {
            name: "bare",
            description: `${"é".repeat(60)}...`,
            content: `${"é".repeat(61)}\nmore`,
            filePath: join(agentDir, "prompts/bare.md"),
          },
          {
            name: "full",
            description: "Says it",
            argumentHint: "<file>",
            content: "Do $1",
            filePath: join(agentDir, "prompts/full.md"),
          },
          {
            name: "list",
            description: "",
            argumentHint: "[file]",
            content: "",
            filePath: join(agentDir, "prompts/list.md"),
          },
        ],
      );
      assert.deepEqual(diagnostics, []);
    });

    it("cli.md 50: warns of broken YAML and of what is too large, and loads neither", async () => {
      write("home/.relay/agent/prompts/broken.md", "---\na: b: c\n---\n");
      truncateSync(write("home/.relay/agent/prompts/huge.md", "x"), 100 * 1024 * 1024);
      const loader = await load();
      assert.deepEqual(promptNames(loader), []);
      const [broken, huge, ...rest] = messages(loader.getPrompts());
      assert.match(
        broken ?? "",
        /^warning home\/\.relay\/agent\/prompts\/broken\.md: Prompt template is not loaded: /,
      );
      assert.match(huge ?? "", /huge\.md: Prompt template is not loaded: File is larger than 1024 KiB/);
      assert.deepEqual(rest, []);
    });

    it("cli.md §3.3: named ones win over the project's, those over the user's, and extensions come last", async () => {
      const named = write("named/a.md", "named");
      write("w/.relay/prompts/a.md", "project");
      write("w/.relay/prompts/b.md", "project");
      write("home/.relay/agent/prompts/b.md", "user");
      write("home/.relay/agent/prompts/c.md", "user");
      write("ext/c.md", "extension");
      write("ext/d.md", "extension");
      const loader = await load({ additionalPromptTemplatePaths: [named] });
      const metadata = { source: "/x.ts", scope: "user", origin: "top-level" } as const;
      await loader.extendResources({ promptPaths: [{ path: join(root, "ext"), metadata }] });
      const { prompts, diagnostics } = loader.getPrompts();
      assert.deepEqual(
        prompts.map(({ name, content, sourceInfo: { source, scope } }) => [name, content, source, scope]),
        [
          ["a", "named", "cli", "temporary"],
          ["b", "project", "auto", "project"],
          ["c", "user", "auto", "user"],
          ["d", "extension", "/x.ts", "user"],
        ],
      );
      assert.deepEqual(
        diagnostics.map(({ collision }) => collision?.name),
        ["a", "b", "c"],
      );
      await loader.reload();
      assert.deepEqual(promptNames(loader), ["a", "b", "c"]);
    });

    it("cli.md §1.2: without discovery, only what was named is there", async () => {
      const named = write("named/n.md", "x");
      write("home/.relay/agent/prompts/a.md", "x");
      write("w/conf/b.md", "x");
      skill("home/.relay/agent/skills/s/SKILL.md");
      const user = { prompts: [join(cwd, "conf")] };
      const options = { noPromptTemplates: true, noSkills: true, additionalPromptTemplatePaths: [named] };
      const loader = await load(options, { user });
      assert.deepEqual([promptNames(loader), skillNames(loader)], [["n"], []]);
      assert.deepEqual(promptNames(await load({}, { user })), ["b", "a"]);
    });
  });

  it("loads themes that are valid and says what is wrong with others", async () => {
    const colors = Object.fromEntries(requiredColors.map((name) => [name, ""]));
    write("home/.relay/agent/themes/good.json", JSON.stringify({ name: "good", colors }));
    write("home/.relay/agent/themes/twin.json", JSON.stringify({ name: "good", colors }));
    write("home/.relay/agent/themes/bad.json", JSON.stringify({ name: "a/b", colors }));
    const themes = (await load()).getThemes();
    assert.deepEqual(
      themes.themes.map(({ name }) => name),
      ["good"],
    );
    assert.deepEqual(messages(themes), [
      'warning home/.relay/agent/themes/bad.json: Theme is not loaded: name must be a text without "/", and not "system"',
      `collision home/.relay/agent/themes/twin.json: theme "good" of ${join(agentDir, "themes/twin.json")} is left out: ${join(agentDir, "themes/good.json")} has the name`,
    ]);
    assert.deepEqual((await load({ noThemes: true })).getThemes().themes, []);
  });

  it("extension-api.md §20.6: nothing is loaded before reload, and overrides come last", async () => {
    skill("home/.relay/agent/skills/a/SKILL.md");
    write("home/.relay/agent/prompts/p.md", "P");
    write("home/.relay/agent/SYSTEM.md", "S");
    write("home/.relay/agent/APPEND_SYSTEM.md", "A");
    const loader = new DefaultResourceLoader({
      cwd,
      agentDir,
      skillsOverride: ({ skills, diagnostics }) => ({
        skills: skills.map((one) => ({ ...one, name: "renamed" })),
        diagnostics,
      }),
      promptsOverride: ({ diagnostics }) => ({ prompts: [], diagnostics }),
      themesOverride: (base) => base,
      appendSystemPromptOverride: (base) => ["first", ...base],
    });
    assert.deepEqual(
      [skillNames(loader), promptNames(loader), loader.getSystemPrompt()],
      [[], [], undefined],
    );
    await loader.reload();
    assert.deepEqual([skillNames(loader), promptNames(loader)], [["renamed"], []]);
    assert.deepEqual(
      [loader.getSystemPrompt(), loader.getSystemPromptSource()],
      ["S", join(agentDir, "SYSTEM.md")],
    );
    assert.deepEqual(loader.getAppendSystemPrompt(), ["first", "A"]);
    assert.deepEqual(loader.getAppendSystemPromptSources(), [undefined, join(agentDir, "APPEND_SYSTEM.md")]);
  });

  it("extension-api.md §20.6: trust is decided between the extensions that need none and everything else", async () => {
    skill("w/.relay/skills/p/SKILL.md");
    const order: string[] = [];
    const early = { extensions: [], errors: [{ path: "early", error: "x" }] };
    const loader = await load(
      {
        loadExtensions: async ({ resolveTrust, settings, additionalPaths }) => {
          order.push(`load ${additionalPaths.join()} ${settings.isProjectTrusted()}`);
          await resolveTrust(early);
          order.push(`rest ${settings.isProjectTrusted()}`);
          return { extensions: [], errors: [] };
        },
        additionalExtensionPaths: ["e.ts"],
        extensionsOverride: (base) => ({ ...base, warnings: [{ path: "o", warning: "override" }] }),
      },
      { projectTrusted: false },
    );
    assert.deepEqual(skillNames(loader), []);
    await loader.reload({
      resolveProjectTrust: async ({ extensionsResult }) => {
        order.push(`decide ${extensionsResult.errors[0]?.path}`);
        return true;
      },
    });
    assert.deepEqual(order, [
      "load e.ts false",
      "rest false",
      "load e.ts false",
      "decide early",
      "rest true",
    ]);
    assert.deepEqual(skillNames(loader), ["p"]);
    assert.deepEqual(loader.getExtensions().warnings, [{ path: "o", warning: "override" }]);
  });

  it("decides about trust without extensions too, and loads those of a program", async () => {
    skill("w/.relay/skills/p/SKILL.md");
    const loader = await load();
    await loader.reload({ resolveProjectTrust: async () => false });
    assert.deepEqual(skillNames(loader), []);
    const named = await load({
      additionalExtensionPaths: ["e.ts"],
      extensionFactories: [{ name: "own", factory: () => undefined }],
    });
    const { extensions, errors } = named.getExtensions();
    assert.deepEqual(
      extensions.map(({ path }) => path),
      ["<inline:own>"],
    );
    assert.deepEqual(
      errors.map(({ error }) => error),
      ["Failed to load extension: File not found"],
    );
  });
});
