import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import packageJson from '@/package.json' with { type: 'json' }
import { buildIfOutdated } from './build-if-outdated'
import { externalPackages } from './bundle'

/** What the package contains, as paths from the repository's root. */
const contents = [
  ...['dist', '.next/standalone', 'docs', 'prisma/migrations', 'prisma/schema', 'prisma/seed/demo'],
  ...['scripts/node-version.mjs', 'scripts/run-child.mjs', 'scripts/stepmark.mjs'],
  ...['LICENSE', 'README.md'],
  // The app serves these at /docs.
  ...['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
]

/** Bundles contain all other packages. Node is for machines whose own Node is too old. */
const dependencyNames = [...externalPackages, 'node'] as const

/** The package.json of the npm package. */
function makeManifest() {
  const { name, version, description, license, type, engines, allowScripts } = packageJson
  const dependencies = Object.fromEntries(
    dependencyNames.map((each) => [each, packageJson.dependencies[each]]),
  )
  const bin = { stepmark: 'scripts/stepmark.mjs' }
  const files = ['**/*']
  return {
    name,
    version,
    description,
    license,
    type,
    bin,
    files,
    engines,
    allowScripts,
    dependencies,
  }
}

/**
 * Replaces a folder by the contents of the npm package: web app, API, worker and CLI, built. Builds them if they are
 * outdated. `npm pack` in that folder makes the package.
 */
export async function stagePackage(folder: string): Promise<void> {
  await buildIfOutdated()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const path of contents)
    cpSync(join(repositoryRoot, path), join(folder, path), { recursive: true })
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(makeManifest(), null, 2)}\n`)
}
