import { type ChildProcess, spawn } from 'node:child_process'

// $1 signal, $2 process id, then folders to delete afterwards, if any
const watchScript = `read -r _
kill -"$1" "$2" 2>/dev/null
[ $# -eq 2 ] && exit
while kill -0 "$2" 2>/dev/null; do sleep 0.1; done
shift 2
rm -rf -- "$@"`

/**
 * Sends `child` a signal when this process ends, however it ends: a shell waits for its standard input, which closes
 * with us. Then deletes `temporaryFolders`. Does nothing without `/bin/sh`.
 */
export function stopChildWithParent(
  child: ChildProcess,
  signal: 'INT' | 'TERM',
  temporaryFolders: readonly string[] = [],
): void {
  if (process.platform === 'win32' || child.pid === undefined) return
  const args = ['-c', watchScript, 'sh', signal, String(child.pid), ...temporaryFolders]
  const watcher = spawn('/bin/sh', args, {
    cwd: '/',
    detached: true, // Ctrl-C in the terminal must not end the watcher
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // No /bin/sh: the child is not stopped.
  watcher.once('error', () => undefined)
  child.once('exit', () => watcher.kill())
  watcher.unref()
  const input = watcher.stdin as (typeof watcher.stdin & { unref?: () => void }) | null
  input?.unref?.()
}
