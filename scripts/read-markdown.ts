import { readdirSync } from 'node:fs'
import { posix } from 'node:path'

const ignoredFolders = new Set([
  'node_modules',
  '.next',
  '.stepmark',
  '.git',
  'test-results',
  'generated',
])

/** Markdown files below `root`, as paths with `/`. */
export function listMarkdownFiles(root: string, folder = ''): string[] {
  return readdirSync(posix.join(root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory())
        return ignoredFolders.has(entry.name) ? [] : listMarkdownFiles(root, path)
      return entry.name.endsWith('.md') ? [path] : []
    })
    .sort()
}

/** Drops code blocks, and what would make inline code a link: code is neither a link nor a heading. */
function dropCode(text: string): string {
  return text.replace(/^( *)(`{3,}|~{3,})[\s\S]*?^\1\2\s*$/gm, '').replace(/`[^`\n]*`/g, (code) =>
    // A heading's code is part of its anchor.
    code.slice(1, -1).replace(/[[\]()<>]/g, ''),
  )
}

export interface MarkdownLink {
  /** As written: `../rounds.md#overlap`. */
  target: string
  /** Of an image. */
  isImage: boolean
}

/** Links and images of a text, also in HTML. */
export function listLinks(text: string): MarkdownLink[] {
  const textWithoutCode = dropCode(text)
  const markdownLinks = [
    ...textWithoutCode.matchAll(/(!?)\[(?:[^\]\\]|\\.|\](?=\())*?\]\(\s*<?([^)\s>]+)>?[^)]*\)/g),
  ]
  const htmlLinks = [...textWithoutCode.matchAll(/\b(src|srcset|href)="([^"]+)"/g)]
  return [
    ...markdownLinks.map(([, mark, target]) => ({ target: target!, isImage: mark === '!' })),
    ...htmlLinks.map(([, name, target]) => ({ target: target!, isImage: name !== 'href' })),
  ]
}

/** The anchors of a text's headings, as on GitHub. */
export function listAnchors(text: string): Set<string> {
  const counts = new Map<string, number>()
  const anchors = new Set<string>()
  for (const [, heading] of dropCode(text).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const title = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = title.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')
    const count = counts.get(anchor) ?? 0
    counts.set(anchor, count + 1)
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`)
  }
  return anchors
}
