import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { listGitPaths, runGit } from '@/scripts/git'

/** Points to the commit of the last whole `npm test` that passed in this clone. */
const passedRef = 'refs/stepmark/tests-passed'

export interface WorkTreeState {
  /** Null outside a repository. */
  commit: string | null
  /** Whether all files are those of the commit, apart from ignored ones. */
  isClean: boolean
}

export function readWorkTreeState(folder = repositoryRoot): WorkTreeState {
  const status = ['status', '--porcelain', '--untracked-files=normal']
  return {
    commit: runGit(['rev-parse', 'HEAD'], folder),
    isClean: runGit(status, folder) === '',
  }
}

/**
 * Records the commit on which all tests passed, or returns the reason why it can't.
 *
 * @param startState the state when the tests started
 */
export function recordPassedCommit(
  startState: WorkTreeState,
  folder = repositoryRoot,
): string | null {
  const endState = readWorkTreeState(folder)
  if (startState.commit === null) return 'this is not a git repository with a commit'
  if (endState.commit !== startState.commit) return 'another commit was checked out during the run'
  if (!startState.isClean || !endState.isClean) return 'files were uncommitted or untracked'
  runGit(['update-ref', passedRef, startState.commit], folder)
  return null
}

/**
 * The commit closest to HEAD on which all tests are known to have passed: that of the last whole `npm test`
 * in this clone, on any branch, or the common ancestor with `origin/main`, which accepts only
 * passing commits. Null if there is neither.
 */
export function findBaseCommit(folder = repositoryRoot): string | null {
  const candidates = [
    resolveCommit(passedRef, folder),
    runGit(['merge-base', 'HEAD', 'origin/main'], folder),
  ].filter((commit) => commit !== null)
  const countCommitsSince = (commit: string) =>
    Number(runGit(['rev-list', '--count', `${commit}..HEAD`], folder))
  return candidates.toSorted((a, b) => countCommitsSince(a) - countCommitsSince(b))[0] ?? null
}

/** The commit that `revision` names, or null. */
export function resolveCommit(revision: string, folder = repositoryRoot): string | null {
  const options = ['--verify', '--quiet', '--end-of-options']
  return runGit(['rev-parse', ...options, `${revision}^{commit}`], folder)
}

/**
 * Paths from `folder` that differ between `base` and the work tree: committed or not, new, changed, moved or deleted.
 * Throws if git can't compare them.
 */
export function listChangedFiles(base: string, folder = repositoryRoot): string[] {
  const trackedArguments = ['diff', '-z', '--name-only', '--no-renames', '--relative', base]
  const untrackedArguments = ['ls-files', '-z', '--others', '--exclude-standard']
  const paths = [trackedArguments, untrackedArguments].flatMap((args) => listGitPaths(args, folder))
  return [...new Set(paths)].sort()
}
