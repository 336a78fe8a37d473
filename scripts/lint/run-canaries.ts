import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { z } from 'zod'

export const repositoryFolder = fileURLToPath(new URL('../..', import.meta.url))

/** One report: the rule as in .oxlintrc.json, the advice in its settings, and the line from 1. */
export interface LintError {
  rule: string
  advice: string
  line: number
}

const outputSchema = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string(),
      help: z.string().default(''),
      filename: z.string(),
      labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
    }),
  ),
})
/** Maps names in oxlint's reports to those in its settings. */
const plugins: Record<string, string> = { eslint: '', next: 'nextjs/', 'react-hooks': 'react/' }

/** 'typescript(no-var)' to 'typescript/no-var'. */
function nameRule(code: string): string {
  const [plugin = '', rule = ''] = code.replace(/\)$/, '').split('(')
  return `${plugins[plugin] ?? `${plugin}/`}${rule}`
}

/**
 * Lints the given files, path to text, in a temporary folder with the repository's settings.
 * Returns the reports by path.
 */
export async function lintSourceTexts(
  files: Map<string, string>,
): Promise<Map<string, LintError[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'stepmark-lint-'))
  try {
    for (const name of ['.oxlintrc.json', 'tsconfig.json'])
      await copyFile(join(repositoryFolder, name), join(folder, name))
    await symlink(join(repositoryFolder, 'node_modules'), join(folder, 'node_modules'), 'junction')
    for (const [path, text] of files) {
      await mkdir(join(folder, dirname(path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    return await lintFolder(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function lintFolder(folder: string): Promise<Map<string, LintError[]>> {
  const oxlint = join(repositoryFolder, 'node_modules', 'oxlint', 'bin', 'oxlint')
  const options = ['--type-aware', '--deny-warnings', '--format', 'json']
  // It exits with 1 if it reports anything.
  const { stdout } = await promisify(execFile)(process.execPath, [oxlint, ...options], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: unknown) => z.object({ stdout: z.string() }).parse(error))
  const errorsByPath = new Map<string, LintError[]>()
  for (const { code, help, filename, labels } of outputSchema.parse(JSON.parse(stdout))
    .diagnostics) {
    const path = filename.replaceAll('\\', '/')
    const lintError = { rule: nameRule(code), advice: help, line: labels[0]?.span.line ?? 0 }
    errorsByPath.set(path, [...(errorsByPath.get(path) ?? []), lintError])
  }
  return errorsByPath
}
