import type { PageProps } from '../shell/pages.ts';
import { PageTitle } from '../shell/PageTitle.tsx';

export default function Products(_props: PageProps) {
  return <PageTitle>Products</PageTitle>;
}
