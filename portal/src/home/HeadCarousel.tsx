// The head banner: a strip that scrolls by hand without scripts. site/carousel.ts adds autoplay and controls.
import type { HeadBanner } from '@xinqiao/contract/http/articles/articles.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Phrases } from '@xinqiao/ui/Phrases.tsx'
import { Picture } from '../pictures/Picture.tsx'
import { CarouselControls } from './CarouselControls.tsx'

export function HeadCarousel({ slides }: { slides: readonly HeadBanner[] }) {
  if (slides.length === 0) return null
  return (
    <section
      aria-roledescription="轮播图"
      aria-label="重点推荐"
      data-carousel="6000"
      className="on-dark relative bg-ink"
    >
      <ul data-track="" className="flex snap-x snap-mandatory overflow-x-auto overflow-y-hidden [scrollbar-width:none]">
        {slides.map((slide, index) => (
          <li
            key={slide.id}
            aria-roledescription="图片"
            aria-label={`第${index + 1}张，共${slides.length}张`}
            className="relative flex min-h-84 w-full shrink-0 snap-start md:min-h-105"
          >
            <Picture
              picture={slide.picture}
              alt=""
              sizes="(max-width: 48rem) 160vw, 100vw"
              eager={index === 0}
              className="absolute inset-0 size-full object-cover object-[70%_50%]"
            />
            <div className="absolute inset-0 bg-linear-to-t from-shade/85 via-shade/60 to-shade/25 md:bg-linear-to-r md:from-shade/80 md:via-shade/45 md:via-45% md:to-transparent md:to-75%" />
            <div className="frame relative flex flex-col justify-end pt-12 pb-26 text-white md:justify-center md:pb-24">
              <h2 className="max-w-2xl text-[1.625rem] leading-snug font-bold text-balance md:text-[2.5rem]">
                <Phrases text={slide.title} />
              </h2>
              {slide.subtitle && (
                <p className="mt-2 max-w-lg text-base text-on-photo md:mt-3 md:text-lg">{slide.subtitle}</p>
              )}
              {slide.link && (
                <p className="mt-5 md:mt-7">
                  <ButtonLink href={slide.link} look="light">
                    查看详情<span className="sr-only">：{slide.title}</span>
                  </ButtonLink>
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <CarouselControls
        count={slides.length}
        className="frame absolute inset-x-0 bottom-14 justify-start md:bottom-16"
      />
    </section>
  )
}
