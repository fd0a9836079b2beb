// The leaders of the association.
import { leaders } from './leaders.texts.ts'

export const Leaders = () => (
  <ul className="grid gap-4 lg:grid-cols-2">
    {leaders.map((leader) => (
      <li key={leader.name} className="flex gap-4.5 rounded-card border border-line p-5">
        <img
          src={`/art/people/${leader.avatar}.svg`}
          alt=""
          width="80"
          height="80"
          loading="lazy"
          className="size-18 shrink-0 rounded-full bg-tint sm:size-20"
        />
        <div className="min-w-0">
          <h2 className="text-lg leading-7 font-bold text-ink">{leader.name}</h2>
          <p className="text-sm leading-6 font-semibold text-brand-deep">{leader.post}</p>
          <p className="text-sm leading-6 text-muted">{leader.title}</p>
          <p className="mt-2 text-compact leading-6.5">{leader.biography}</p>
        </div>
      </li>
    ))}
  </ul>
)
