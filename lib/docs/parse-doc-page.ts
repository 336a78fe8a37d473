import MarkdownIt, { type Token } from 'markdown-it'
import type { Person } from '@/lib/auth/actor'

/** A node of a parsed page: an opening token with its children, or a single token. */
export interface DocTokenNode {
  token: Token
  children: DocTokenNode[]
  /** Of a heading: its anchor. */
  id?: string
}

export interface ParsedDocPage {
  title: string
  nodes: DocTokenNode[]
  /** Headings of the second level, for the page's index. */
  sections: { id: string; title: string }[]
}

/** A parsed page for the person who opens it, with what its links need. */
export interface LoadedDocPage {
  person: Person
  href: string
  /** Path from `docs/`. */
  file: string
  doc: ParsedDocPage
  /** All pages and images, to resolve links. */
  files: ReadonlySet<string>
}

/** HTML stays text. */
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false })

/** Parses a page of the documentation. */
export function parseDocPage(text: string): ParsedDocPage {
  const nodes = nest(markdown.parse(text, {}))
  const usedIds = new Map<string, number>()
  for (const node of nodes)
    if (isHeading(node)) node.id = makeHeadingId(readNodeText(node), usedIds)
  const [title] = nodes.filter((node) => node.token.tag === 'h1').map(readNodeText)
  const sections = nodes
    .filter((node) => isHeading(node) && node.token.tag === 'h2')
    .map((node) => ({ id: node.id!, title: readNodeText(node) }))
  return { title: title ?? 'Documentation', nodes, sections }
}

const isHeading = ({ token }: DocTokenNode) => token.type === 'heading_open'

function nest(tokens: readonly Token[]): DocTokenNode[] {
  const root: DocTokenNode[] = []
  const openNodes = [root]
  for (const token of tokens) {
    if (token.nesting === -1) {
      openNodes.pop()
      continue
    }
    const node: DocTokenNode = { token, children: token.children ? nest(token.children) : [] }
    openNodes.at(-1)!.push(node)
    if (token.nesting === 1) openNodes.push(node.children)
  }
  return root
}

/** The text of a node without markup. */
export function readNodeText({ token, children }: DocTokenNode): string {
  return children.length > 0 ? children.map(readNodeText).join('') : token.content
}

/** An anchor as on GitHub, so that links work there and here. */
function makeHeadingId(text: string, usedIds: Map<string, number>): string {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
  const count = usedIds.get(id) ?? 0
  usedIds.set(id, count + 1)
  return count === 0 ? id : `${id}-${count}`
}
