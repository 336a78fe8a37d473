/** What Next.js passes to a page below `app/projects/[project]`. `Parameter`: other parts of its path. */
export interface ProjectPageProps<Parameter extends string = never> {
  params: Promise<Record<'project' | Parameter, string>>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}
