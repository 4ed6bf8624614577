import type { PageProps } from '../shell/pages.ts';
import { PageTitle } from '../shell/PageTitle.tsx';

export default function Contact(_props: PageProps) {
  return <PageTitle>Contact</PageTitle>;
}
