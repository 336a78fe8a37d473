import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@/lib/platform/server/repository-root'
import { findRepeatedPairs, isMeasuredFile, listCodeLines } from './code-size'
import { listRepositoryFiles } from './git'

// Prints the number of code lines and of repeated pairs, in total and by folder. With a folder as argument, also lists the
// repeated pairs in it, longest first: node --import ./scripts/loader.mjs scripts/measure-code.ts [FOLDER]
const [listedFolder] = process.argv.slice(2)
const files = listRepositoryFiles()
  .filter(isMeasuredFile)
  .map((file) => listCodeLines(file, readFileSync(join(repositoryRoot, file), 'utf8')))
const pairs = findRepeatedPairs(files)

function listPairsIn(folder: string) {
  return pairs.filter(({ locations }) => locations.some(({ file }) => file.startsWith(folder)))
}

function printSize(name: string, folder: string) {
  const lineCount = files.flat().filter(({ file }) => file.startsWith(folder)).length
  console.log(`${name}: ${lineCount} lines, ${listPairsIn(folder).length} repeated pairs`)
}

printSize('everything', '')
for (const folder of ['app/', 'cli/', 'components/', 'lib/']) printSize(folder, folder)

if (listedFolder)
  for (const { locations, length } of listPairsIn(listedFolder).toSorted(
    (a, b) => b.length - a.length,
  ))
    console.log(
      `${length} lines: ${locations.map(({ file, line }) => `${file}:${line}`).join(' ')}`,
    )
