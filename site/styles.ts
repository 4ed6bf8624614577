// Order matters: tokens, then the base, then each component's own.
import '#ui/tokens.css';
import '#ui/base.css';
import './shell/fit.css';
