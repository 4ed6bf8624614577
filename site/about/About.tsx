import type { PageProps } from '../shell/pages.ts';
import { PageTitle } from '../shell/PageTitle.tsx';

export default function About(_props: PageProps) {
  return <PageTitle>About</PageTitle>;
}
