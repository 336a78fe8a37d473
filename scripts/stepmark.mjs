#!/usr/bin/env node
// The program `stepmark` of the npm package. Plain JavaScript for Node 20.19 and newer, because it
// must first find the Node of the package, which runs everything else.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isSupportedNode, oldestNodeVersion } from './node-version.mjs'
import { runChildProcess } from './run-child.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The Node from the package, unless install scripts are off; null if none is new enough. */
const findNode = () => {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  try {
    const manifest = createRequire(import.meta.url).resolve('node/package.json')
    const node = join(dirname(manifest), 'bin', name)
    if (existsSync(node)) return node
  } catch {
    // The package `node` was omitted during installation.
  }
  return isSupportedNode(process.versions.node) ? process.execPath : null
}

const program = join(root, 'dist', 'main.mjs')
const node = findNode()
if (!existsSync(program)) {
  process.stderr.write(`${program} is missing. In a checkout, run "npm run build" first.\n`)
  process.exitCode = 1
} else if (node === null) {
  process.stderr.write(
    `Stepmark needs Node ${oldestNodeVersion} or newer, but this is ${process.version}. The npm package "node", which contains Node 24, ` +
      'was not installed completely. Allow install scripts and install again, or install a newer Node.\n',
  )
  process.exitCode = 1
} else {
  const { code, output } = await runChildProcess(node, [program, ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  if (output) process.stderr.write(`${output}\n`)
  process.exitCode = code
}
