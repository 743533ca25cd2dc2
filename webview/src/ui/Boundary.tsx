import { Component } from "preact";
import type { ComponentChildren } from "preact";
import { text } from "../strings/text.ts";
import { Link } from "./Link.tsx";
import { Row } from "./Row.tsx";

interface BoundaryProps {
  /** What the children draw: copied for a report. */
  subject: () => unknown;
  onFailure: (error: unknown) => void;
  onCopy: (json: string) => void;
  /** Another value tries again. */
  revision: unknown;
  children: ComponentChildren;
}

interface BoundaryState {
  hasFailed: boolean;
  revision: unknown;
}

/** Keeps a row that cannot be drawn from taking the others along. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false, revision: undefined };

  static override getDerivedStateFromProps(
    props: BoundaryProps,
    state: BoundaryState,
  ): Partial<BoundaryState> | null {
    if (state.revision === props.revision) return null;
    return { hasFailed: false, revision: props.revision };
  }

  override componentDidCatch(error: unknown): void {
    this.setState({ hasFailed: true });
    this.props.onFailure(error);
  }

  override render({ children, subject, onCopy }: BoundaryProps) {
    if (!this.state.hasFailed) return children;
    const copy = <Link onClick={() => onCopy(JSON.stringify(subject(), null, 2))}>{text("copyJson")}</Link>;
    return (
      <Row icon="error" tone="bad" action={copy}>
        {text("dropRow")}
      </Row>
    );
  }
}
