import type { HarnessSkillUsage } from "@relay-harness/protocol";

/** A skill that the model can load. */
export interface TrackedSkill {
  name: string;
  /** Absolute folder of the skill. */
  baseDir: string;
  /** Absolute path of its `SKILL.md`. */
  filePath: string;
}

/** What one tool call meant for skills; absolute paths. */
export interface SkillCall {
  reads: readonly string[];
  /** Scripts that it ran. */
  executes: readonly string[];
  /** It changed something, or may have: more than reading. */
  isAction: boolean;
}

export interface SkillUsageOptions {
  /** Default: none. */
  skills?: () => readonly TrackedSkill[];
}

interface Load {
  skill: string;
  path: string;
  callIndex: number;
  isRun: boolean;
}

/** Calls after a load in which an action counts as its effect. */
const effectWindow = 3;

/** Measures per request how the resources of skills are used (harness.md §9). */
export class SkillUsageTracker {
  private readonly skills: () => readonly TrackedSkill[];
  private loads: Load[] = [];
  private entryLoads: string[] = [];
  private actions: boolean[] = [];

  constructor({ skills = () => [] }: SkillUsageOptions = {}) {
    this.skills = skills;
  }

  /** A developer message starts a run. */
  startRequest(): void {
    this.loads = [];
    this.entryLoads = [];
    this.actions = [];
  }

  /** The developer named the skill: `/skill:name`. */
  recordCommand(skill: string): void {
    this.entryLoads.push(skill);
  }

  /** Calls in the order of their start. */
  recordCall({ reads, executes, isAction }: SkillCall): void {
    const callIndex = this.actions.length;
    this.actions.push(isAction);
    for (const path of reads) this.recordFile({ path, callIndex, isRun: false });
    for (const path of executes) this.recordFile({ path, callIndex, isRun: true });
  }

  /** Skills that were used since the request started, in the order of their first use. */
  get usage(): HarnessSkillUsage[] {
    const names = [...this.entryLoads, ...this.loads.map(({ skill }) => skill)];
    return [...new Set(names)].map((name) => this.usageOf(name));
  }

  private recordFile(file: Omit<Load, "skill">): void {
    const skill = this.owner(file.path);
    if (!skill) return;
    if (file.path === skill.filePath) this.entryLoads.push(skill.name);
    else this.loads.push({ ...file, skill: skill.name });
  }

  /** The innermost skill whose folder holds the file. */
  private owner(path: string): TrackedSkill | undefined {
    const holders = this.skills().filter(
      ({ baseDir, filePath }) => path === filePath || isBelow(path, baseDir),
    );
    return holders.sort((a, b) => b.baseDir.length - a.baseDir.length)[0];
  }

  private usageOf(name: string): HarnessSkillUsage {
    const loads = this.loads.filter(({ skill }) => skill === name);
    const distinct = new Set(loads.map(({ path }) => path)).size;
    const effective = loads.filter((load) => this.isEffective(load)).length;
    const third = (index: number): number =>
      loads.filter(({ callIndex }) => Math.floor((3 * callIndex) / this.actions.length) === index).length;
    return {
      name,
      entryLoads: this.entryLoads.filter((entry) => entry === name).length,
      fanout: distinct,
      loads: loads.length,
      effective,
      uptake: loads.length === 0 ? null : effective / loads.length,
      early: third(0),
      middle: third(1),
      late: third(2),
      revisits: loads.length - distinct,
    };
  }

  private isEffective({ callIndex, isRun }: Load): boolean {
    return isRun || this.actions.slice(callIndex + 1, callIndex + 1 + effectWindow).includes(true);
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder) && /[/\\]/.test(path.charAt(folder.length));
}
