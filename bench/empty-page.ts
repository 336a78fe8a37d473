import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'

const nextProgram = join(repositoryRoot, 'node_modules', 'next', 'dist', 'bin', 'next')
/** Inside the repository, so that it finds the same Next and React. */
const folder = join(repositoryRoot, '.stepmark', 'bench-empty-page')

const files = {
  'app/layout.jsx':
    'export default ({ children }) => <html lang="en"><body>{children}</body></html>\n',
  'app/page.jsx': 'export default () => <main>Nothing</main>\n',
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(repositoryRoot)} } }\n`,
  'package.json': '{ "private": true, "type": "module" }\n',
}

/** Builds and serves an empty Next page, and measures it. */
export async function measureEmptyPage(
  measure: (address: string) => Promise<number>,
): Promise<number> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'app'), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const env = {
    ...process.env,
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    // Next finds our instrumentation.ts in a parent folder. That file needs these.
    NEXTAUTH_URL: 'http://127.0.0.1',
    NEXTAUTH_SECRET: randomBytes(48).toString('base64'),
  }
  const buildResult = spawnSync(process.execPath, [nextProgram, 'build'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  if (buildResult.status !== 0)
    throw new Error(`The build of the empty page failed:\n${buildResult.stderr}`)
  const port = await findFreePort()
  const server = spawn(
    process.execPath,
    [nextProgram, 'start', '-H', '127.0.0.1', '-p', String(port)],
    {
      cwd: folder,
      env,
      stdio: 'ignore',
    },
  )
  try {
    const address = `http://127.0.0.1:${port}/`
    await waitUntilServed(address)
    return await measure(address)
  } finally {
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function waitUntilServed(address: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const reply = await fetch(address).catch(() => null)
    if (reply?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The server of the empty page did not start.')
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.')
  return address.port
}
