import '../styles.ts';
import { createRoot } from 'react-dom/client';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { LanguageProvider } from '../language/LanguageProvider.tsx';
import Navbar from '../navbar/Navbar.tsx';

/** The bar for whatever path a test navigates to. */
function NavbarHere() {
  const [path] = useBrowserLocation();
  return <Navbar path={path} />;
}

/** Parts that no page shows before the launch, for `npm run dev` and browser tests. Not in the built site. */
function Gallery() {
  return (
    <LanguageProvider initial="en">
      <NavbarHere />
      <main style={{ minHeight: '200vh' }} />
    </LanguageProvider>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Gallery />);
