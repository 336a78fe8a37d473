/**
 * The order of ARCHITECTURE.md: a domain imports only from those before it. Changes need a decision
 * record.
 */
export const domainOrder = [
  'platform',
  'jobs',
  'files',
  'auth',
  'projects',
  'webhooks',
  'typesetting',
  'formats',
  'steps',
  'grading',
  'queue',
  'annotations',
  'scoring',
  'rounds',
  'agreement',
  'reviews',
  'gold',
  'adjudication',
  'questions',
  'answers',
  'splits',
  'people',
  'imports',
  'exports',
  'progress',
  'evaluation',
  'audit',
  'maintenance',
  'http',
  'docs',
  'worker',
  'client',
] as const

export type Domain = (typeof domainOrder)[number]

/** What a domain must not import, nearest first. Empty for the last. */
export function listForbiddenImports(domain: Domain): readonly Domain[] {
  return domainOrder.slice(domainOrder.indexOf(domain) + 1)
}

/** Files that can import any domain, and that the size limits do not apply to. */
export const testFilePatterns = ['**/*.test.{ts,tsx}', '**/testing/**']
