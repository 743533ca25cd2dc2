import type { HarnessState } from "@relay-harness/protocol";
import { text } from "../strings/text.ts";
import { showHidden } from "../text/hidden.ts";
import { Icon } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";
import { usePanel } from "./panelContext.ts";

/** How skills were used in the last run, and what is wrong with their files. */
export function SkillsSection({ state }: { state: HarnessState }) {
  const { host, act } = usePanel();
  const { skills, audit } = state;
  return (
    <section aria-label={text("skills")}>
      <h2>{text("skillsTitle")}</h2>
      {skills.length === 0 ? (
        <p class="lead">{text("noSkills")}</p>
      ) : (
        <table class="rl-table">
          <thead>
            <tr>
              <th scope="col">{text("skill")}</th>
              <th scope="col" class="num">
                {text("loads")}
              </th>
              <th scope="col" class="num">
                {text("fanout")}
              </th>
              <th scope="col" class="num">
                {text("uptake")}
              </th>
              <th scope="col" class="num">
                {text("revisits")}
              </th>
            </tr>
          </thead>
          <tbody>
            {skills.map(({ name, loads, fanout, uptake, revisits }) => (
              <tr key={name}>
                <td>{showHidden(name)}</td>
                <td class="num">{loads}</td>
                <td class="num">{fanout}</td>
                <td class="num">{uptake === null ? "–" : `${Math.round(uptake * 100)}%`}</td>
                <td class="num">{revisits}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {audit.length > 0 && (
        <ul class="rl-list">
          {audit.map(({ skill, rule, message, path }, index) => (
            <li key={index}>
              <Icon name="warning" class="warn" />
              <span class="body">
                {showHidden(`${skill}: ${message}`)}
                <div class="meta">
                  {rule}
                  {path !== undefined && " · "}
                  {path !== undefined && (
                    <Link onClick={() => act(host.request("file/open", { path }))}>{text("openSkill")}</Link>
                  )}
                </div>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
