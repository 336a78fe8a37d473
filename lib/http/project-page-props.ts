/** What Next.js passes to a page below `app/projects/[project]`. */
export interface ProjectPageProps {
  params: Promise<{ project: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}
