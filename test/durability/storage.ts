import { startS3 } from '../fixtures/s3.ts';

// S3-compatible storage in a process of its own. It says where, and ends with its parent.
const { settings } = await startS3({ after: () => {} });
process.send?.(settings);
process.once('disconnect', () => process.exit());
