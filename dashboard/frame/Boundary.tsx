import { Component, type ReactNode } from 'react';
import { useWords } from '../words.ts';
import { Button } from '../parts/Button.tsx';
import { FindingLine, Findings } from '../parts/FindingLine.tsx';

/** Keeps an error inside its page: the frame around it still works. */
export class Boundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return <Broken error={this.state.error} />;
  }
}

/** A chunk fails to load after a new release, or on a lost connection: reload the page. */
function Broken({ error }: { error: unknown }) {
  const { t } = useWords();
  const isChunk = error instanceof TypeError && /import|module|styles/i.test(error.message);
  return (
    <div role="alert">
      <Findings>
        <FindingLine
          level="red"
          title={isChunk ? t('state.chunk') : t('state.failedTitle')}
          text={isChunk ? undefined : t('problem.internal')}
        >
          <Button onClick={() => location.reload()}>{t('state.reload')}</Button>
        </FindingLine>
      </Findings>
    </div>
  );
}
