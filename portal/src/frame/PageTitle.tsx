// The heading of a page, with a subtitle.
type PageTitleProps = { title: string; lead?: string }

export const PageTitle = ({ title, lead }: PageTitleProps) => (
  <div className="mb-5 sm:mb-7">
    <h1 className="text-2xl leading-10 font-bold text-ink sm:text-display sm:leading-12">{title}</h1>
    {lead && <p className="mt-1 max-w-3xl text-muted">{lead}</p>}
  </div>
)
