import { CommandLine } from '@/components/ui/command-line'

/** How scores come in that were computed on somebody's own machines. */
export function FromElsewhere({ slug }: { slug: string }) {
  return (
    <section aria-labelledby="from-elsewhere" className="grid gap-2 border-t border-rule pt-4">
      <h3 id="from-elsewhere">Scores from elsewhere</h3>
      <p className="text-strong text-ink-2">
        What was scored on machines of your own comes in as a file, and becomes a run like any
        other.
      </p>
      <CommandLine
        command={`npm run -s stepmark -- score import FILE --project ${slug} --name "prm-7b step 2000"`}
      />
    </section>
  )
}
