import '../styles.ts';
import { createRoot } from 'react-dom/client';
import { LanguageProvider } from '../language/LanguageProvider.tsx';
import Navbar from '../navbar/Navbar.tsx';

/** What no page shows before the launch, for `npm run dev` and the browser tests. Not part of the built site. */
function Gallery() {
  return (
    <LanguageProvider initial="en">
      <Navbar />
      <main style={{ minHeight: '200vh' }} />
    </LanguageProvider>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Gallery />);
