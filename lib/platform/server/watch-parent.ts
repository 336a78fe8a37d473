import { type ChildProcess, spawn } from 'node:child_process'

// $1 signal, $2 process id, $3 a folder to delete afterwards or nothing
const watchScript = `read -r _
kill -"$1" "$2" 2>/dev/null
[ -z "$3" ] && exit
while kill -0 "$2" 2>/dev/null; do sleep 0.1; done
rm -rf -- "$3"`

/**
 * Sends `child` a signal when this process ends, however it ends: a shell waits for its standard input, which closes with
 * us. Afterwards deletes `temporaryFolder`, if any. Does nothing where there is no shell (Windows).
 */
export function stopWithParent(
  child: ChildProcess,
  signal: 'INT' | 'TERM',
  temporaryFolder = '',
): void {
  if (process.platform === 'win32' || child.pid === undefined) return
  const args = ['-c', watchScript, 'sh', signal, String(child.pid), temporaryFolder]
  const watcher = spawn('/bin/sh', args, {
    cwd: '/',
    detached: true, // Ctrl-C in the terminal must not end the watch
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.once('exit', () => watcher.kill())
  watcher.unref()
  const input = watcher.stdin as (typeof watcher.stdin & { unref?: () => void }) | null
  input?.unref?.()
}
