import { spawnSync } from 'node:child_process'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

/**
 * This environment without `GIT_DIR` and the like. Git sets them in hooks, and they override the
 * folder.
 */
function makeEnv(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  return Object.fromEntries(entries) as NodeJS.ProcessEnv
}

const spawnGit = (args: readonly string[], folder: string) =>
  spawnSync('git', args, {
    cwd: folder,
    env: makeEnv(),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })

/** The output of a git command, trimmed; null if git is missing or the command fails. */
export function runGit(args: readonly string[], folder = repositoryRoot): string | null {
  const { status, stdout } = spawnGit(args, folder)
  return status === 0 ? stdout.trim() : null
}

/**
 * The paths that a git command with `-z` prints. Throws if it fails, so that a failure does not look
 * like an empty list.
 */
export function listGitPaths(args: readonly string[], folder = repositoryRoot): string[] {
  const { status, stdout, stderr, error } = spawnGit(args, folder)
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${error?.message ?? stderr}`)
  return stdout.split('\0').filter(Boolean)
}

/** Sorted paths of all files in the work tree, from the root, without those that git ignores or that are deleted. */
export function listRepositoryFiles(): string[] {
  const deletedPaths = new Set(listGitPaths(['ls-files', '-z', '--deleted']))
  const files = listGitPaths(['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  return [...new Set(files)].filter((file) => !deletedPaths.has(file)).sort()
}
