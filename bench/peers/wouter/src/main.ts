import './shared/style.css';
import './entry-client';
