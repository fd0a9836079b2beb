// The five services as a sequence, from the first contact to a tailored plan.
import { group } from './group.texts.ts'

export const Services = () => (
  <section aria-labelledby="services">
    <h2 id="services" className="mb-4 text-xl font-bold text-ink">
      服务流程与内容
    </h2>
    <ol className="grid gap-4 md:grid-cols-2 xl:grid-cols-5">
      {group.services.map((service, index) => (
        <li
          key={service.title}
          className="flex min-w-0 flex-col rounded-card border-t-4 border-brand bg-surface p-5 shadow-card md:max-xl:last:col-span-2"
        >
          <h3 className="flex items-center gap-2.5 text-lg font-bold text-ink">
            <span className="text-2xl leading-8 text-brand-soft tabular-nums" aria-hidden="true">
              {index + 1}
            </span>
            {service.title}
          </h3>
          <p className="mt-2 text-compact leading-6.5">{service.summary}</p>
          <h4 className="mt-4 text-sm font-semibold text-brand-deep">您将得到</h4>
          <ul className="mt-1 list-disc pl-4.5 text-sm leading-6 marker:text-brand">
            {service.gains.map((gain) => (
              <li key={gain}>{gain}</li>
            ))}
          </ul>
          <h4 className="mt-4 text-sm font-semibold text-brand-deep">怎样进行</h4>
          <ol className="mt-1 list-decimal pl-4.5 text-sm leading-6 text-muted">
            {service.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  </section>
)
