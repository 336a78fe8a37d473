import { formatSourceText } from '@/scripts/format-text'
import type { LockedPackage } from './read-package-lock'

/** Requires at most a notice. */
const permissiveLicences = [
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['CC0-1.0', 'Unlicense', 'PSF-2.0'],
  // Fonts, and tables of browser features.
  ...['OFL-1.1', 'CC-BY-4.0'],
]
/**
 * Changes to such a package stay under its licence. We change none, and each is a separate package.
 */
const weakCopyleftLicences = ['MPL-2.0', 'EPL-2.0', 'LGPL-3.0-or-later']

/**
 * Found in the package itself, because its package.json names none, or not as an SPDX expression.
 */
const reviewedLicences: Readonly<Record<string, string>> = {
  'seq-queue': 'MIT',
  'incremental-encoder': 'MPL-2.0',
}

/**
 * The SPDX licence of a package; null if unknown. An optional dependency without a licence in the lock file, which is a part
 * for another platform, has the licence of the package that it belongs to.
 */
export function findLicence(
  { name, license }: LockedPackage,
  packages: readonly LockedPackage[],
): string | null {
  if (name in reviewedLicences) return reviewedLicences[name]!
  if (license !== null) return license
  const parentPackage = packages.find(({ optionalDependencies }) => name in optionalDependencies)
  return parentPackage?.license ?? null
}

/**
 * Whether a package with this licence can be distributed with ours, which is MIT. Nested choices
 * are not parsed.
 */
export function isLicenceCompatible(licence: string): boolean {
  const isKnown = (name: string) =>
    permissiveLicences.includes(name) || weakCopyleftLicences.includes(name)
  if (/\sOR\s/i.test(licence) && /\sAND\s/i.test(licence)) return false
  return licence
    .replaceAll(/[()]/g, ' ')
    .split(/\s+OR\s+/i)
    .some((choice) => choice.split(/\s+AND\s+/i).every((name) => isKnown(name.trim())))
}

/** The text of docs/security/licences.md. `path` is its path, which the formatter needs. */
export async function formatLicenceReport(
  packages: readonly LockedPackage[],
  path: string,
): Promise<string> {
  const byLicence = new Map<string, Set<string>>()
  for (const each of packages.filter(({ isDev }) => !isDev)) {
    const licence = findLicence(each, packages) ?? 'unknown'
    const names = byLicence.get(licence) ?? new Set()
    byLicence.set(licence, names.add(`${each.name}@${each.version}`))
  }
  const sections = [...byLicence]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, names]) => `## ${licence}\n\n${[...names].toSorted().join(', ')}\n`)
  const text = [
    '# Licences of installed packages',
    'Every package that a server installs, by licence, from package-lock.json. `npm run licences` writes this file. A test checks that it is up to date and that all licences are compatible with ours (MIT).',
    ...sections,
  ].join('\n\n')
  return formatSourceText(path, text, { proseWrap: 'always' })
}
