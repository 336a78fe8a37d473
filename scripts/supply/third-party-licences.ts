import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { readPackageLock } from './read-package-lock'

const isLicenceFile = (name: string) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(name)

function readLicenceTexts(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isLicenceFile(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
}

/**
 * The licence texts of all installed packages that Stepmark runs or contains, each text once, after the packages that it
 * is from. Packages without a licence file are listed with the name of their licence.
 */
export function formatThirdPartyLicences(): string {
  const packagesByText = new Map<string, string[]>()
  for (const { path, name, version, license, isDev } of readPackageLock()) {
    const folder = join(repositoryRoot, path)
    if (isDev || !existsSync(folder)) continue
    const text = readLicenceTexts(folder).join('\n\n') || `Licence: ${license}`
    packagesByText.set(text, [...(packagesByText.get(text) ?? []), `${name}@${version}`])
  }
  return [...packagesByText]
    .map(([text, names]) => `${names.join(', ')}\n\n${text}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`)
}
