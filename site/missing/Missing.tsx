import type { PageProps } from '../shell/pages.ts';
import { PageTitle } from '../shell/PageTitle.tsx';

export default function Missing(_props: PageProps) {
  return <PageTitle>Missing</PageTitle>;
}
