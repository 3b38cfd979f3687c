import { Component, type ReactNode } from "react";

interface FallbackProps {
  /** What is shown where the children fail. */
  instead: ReactNode;
  /** Another value tries the children again. */
  again: unknown;
  children: ReactNode;
}

/** Shows something else where a part of the page fails, and the rest of the page goes on. */
export class Fallback extends Component<FallbackProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidUpdate(before: FallbackProps): void {
    if (this.state.failed && before.again !== this.props.again) this.setState({ failed: false });
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
