// Plain JavaScript for Node 20.19 and newer, since it runs before any package is installed.
import { readFileSync } from 'node:fs'

/** The oldest supported Node in package.json, `22.19`. */
export const oldestNodeVersion = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).engines.node.replace('>=', '')

/** Whether a Node of this version can run Stepmark. @param {string} version */
export const isSupportedNode = (version) => {
  const [major, minor] = version.split('.').map(Number)
  const [oldestMajor, oldestMinor] = oldestNodeVersion.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
