import type { PageProps } from '../shell/pages.ts';
import { PageTitle } from '../shell/PageTitle.tsx';

export default function Services(_props: PageProps) {
  return <PageTitle>Services</PageTitle>;
}
