// Choice of the payment provider.
import { payProviders, type PayChoice } from '@xinqiao/contract/orders.ts'

type WayFieldProps = {
  ways: readonly PayChoice[]
  chosen: PayChoice
  onChoose: (way: PayChoice) => void
}

export const WayField = ({ ways, chosen, onChoose }: WayFieldProps) => (
  <fieldset className="mt-4">
    <legend className="sr-only">支付方式</legend>
    <div className="flex flex-wrap justify-center gap-2">
      {ways.map((way) => (
        <label
          key={way}
          className="inline-flex min-h-11 cursor-pointer items-center rounded-full border border-line px-4 text-compact text-ink hover:border-brand has-checked:border-brand has-checked:bg-tint has-checked:font-semibold has-checked:text-brand-deep has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="pay-way"
            value={way}
            checked={way === chosen}
            onChange={() => onChoose(way)}
            className="sr-only"
          />
          {payProviders[way].title}
        </label>
      ))}
    </div>
  </fieldset>
)
