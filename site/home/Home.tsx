import type { PageProps } from '../shell/pages.ts';
import { PageTitle } from '../shell/PageTitle.tsx';

export default function Home(_props: PageProps) {
  return <PageTitle>Home</PageTitle>;
}
