import { Component, type ReactNode } from 'react';
import { ErrorNotice } from './ErrorNotice.tsx';

type Props = {
  children: ReactNode;
  /** Given if the rest of the page still works: the notice becomes a dialog that can be closed. */
  onLeave?: () => void;
};

/** Shows an error in both languages, with a way on, where React would leave an empty page. */
export class ErrorBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return <ErrorNotice error={this.state.error} onLeave={this.props.onLeave} />;
  }
}
