import { Closing } from '../closing/Closing.tsx';
import { useServicesText } from '../services/use-services-text.ts';
import type { PageProps } from '../shell/pages.ts';
import { Books } from './Books.tsx';
import { Hero } from './Hero.tsx';
import { Method } from './Method.tsx';
import { ServiceRows } from './ServiceRows.tsx';
import { useHomeText } from './use-home-text.ts';

export default function Home(_props: PageProps) {
  const words = useHomeText();
  const { closingLead } = useServicesText();
  return (
    <>
      <Hero />
      <ServiceRows />
      <Method />
      <Books />
      <Closing title={words.closingTitle} lead={closingLead} action={words.closingCta} />
    </>
  );
}
