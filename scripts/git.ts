import { spawnSync } from 'node:child_process'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

/** The output of a git command, trimmed; null if git is missing or the command fails. */
export function runGit(args: readonly string[], folder = repositoryRoot): string | null {
  const { status, stdout } = spawnSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return status === 0 ? stdout.trim() : null
}

/** Paths of all files in the work tree, from the root, without those that git ignores or that are deleted. */
export function listRepositoryFiles(): string[] {
  const deleted = new Set(splitLines(runGit(['ls-files', '--deleted'])))
  const files = splitLines(runGit(['ls-files', '--cached', '--others', '--exclude-standard']))
  return [...new Set(files)].filter((file) => !deleted.has(file))
}

export function splitLines(text: string | null): string[] {
  return (text ?? '').split('\n').filter(Boolean)
}
