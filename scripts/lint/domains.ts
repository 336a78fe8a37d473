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

const importedDomain = /\b(?:from|import\(|import)\s*['"]@\/lib\/([a-z]+)\//g

/**
 * Imports of domains that come later in the order, also of their types.
 *
 * @param file path from the repository's root, in `lib/<domain>/`
 * @param text its source
 */
export function findImportsAgainstOrder(file: string, text: string): Domain[] {
  const position = domainOrder.indexOf(file.split('/')[1] as Domain)
  const importedDomains = new Set(Array.from(text.matchAll(importedDomain), ([, name]) => name))
  return domainOrder.slice(position + 1).filter((domain) => importedDomains.has(domain))
}

/** Files that can import any domain, and that the size limits do not apply to. */
export const testFilePatterns = ['**/*.test.{ts,tsx}', '**/testing/**']
