// Shared: language service over the clone in cwd.
import ts from 'typescript'
import fs from 'node:fs'
import path from 'node:path'
import { execFileSync } from 'node:child_process'
export { ts }
export const root = process.cwd()
export const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], { encoding: 'utf8', maxBuffer: 1e8 }).trim().split('\n').filter((f) => fs.existsSync(f))
export function makeService() {
  const cfg = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile).config
  const parsed = ts.parseJsonConfigFileContent({ ...cfg, files: listed, include: undefined }, ts.sys, root)
  const names = listed.map((f) => path.join(root, f))
  if (fs.existsSync('next-env.d.ts')) names.push(path.join(root, 'next-env.d.ts'))
  const host = {
    getScriptFileNames: () => names, getScriptVersion: () => '1',
    getScriptSnapshot: (f) => { const t = ts.sys.readFile(f); return t === undefined ? undefined : ts.ScriptSnapshot.fromString(t) },
    getCurrentDirectory: () => root, getCompilationSettings: () => ({ ...parsed.options, allowJs: false, plugins: undefined, incremental: false }),
    getDefaultLibFileName: (o) => ts.getDefaultLibFilePath(o), fileExists: ts.sys.fileExists, readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory, directoryExists: ts.sys.directoryExists, getDirectories: ts.sys.getDirectories,
  }
  return ts.createLanguageService(host, ts.createDocumentRegistry())
}
export const parse = (f) => ts.createSourceFile(f, fs.readFileSync(f, 'utf8'), ts.ScriptTarget.Latest, true, f.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
