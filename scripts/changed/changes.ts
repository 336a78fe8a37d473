import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { runGit, splitLines } from '@/scripts/git'

/** Points to the commit of the last whole `npm test` that passed in this clone. */
const passedRef = 'refs/stepmark/tests-passed'

/** Remembers a commit on which all tests passed. */
export function rememberPassed(commit: string, folder = repositoryRoot): void {
  runGit(['update-ref', passedRef, commit], folder)
}

/**
 * The newest ancestor of HEAD on which all tests are known to have passed: the last whole run in this clone, or the
 * common ancestor with `origin/main`, where nothing lands without passing. Null if there is neither.
 */
export function findBase(folder = repositoryRoot): string | null {
  const candidates = [passedRef, 'origin/main']
    .map((ref) => runGit(['merge-base', 'HEAD', ref], folder))
    .filter((commit) => commit !== null)
  const countCommitsSince = (commit: string) =>
    Number(runGit(['rev-list', '--count', `${commit}..HEAD`], folder))
  return candidates.toSorted((a, b) => countCommitsSince(a) - countCommitsSince(b))[0] ?? null
}

/** The commit that `revision` names, or null. */
export function resolveCommit(revision: string, folder = repositoryRoot): string | null {
  const options = ['--verify', '--quiet', '--end-of-options']
  return runGit(['rev-parse', ...options, `${revision}^{commit}`], folder)
}

/** Paths that differ between `base` and the work tree: committed or not, new, changed, moved or deleted. */
export function listChanges(base: string, folder = repositoryRoot): string[] {
  const tracked = runGit(['diff', '--name-only', '--no-renames', base], folder)
  const untracked = runGit(['ls-files', '--others', '--exclude-standard'], folder)
  return [...new Set([...splitLines(tracked), ...splitLines(untracked)])].sort()
}
