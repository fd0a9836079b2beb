// The small banner beside the news: pictures with a caption, advancing every 5000 ms (portal.md 9).
import type { SmallBanner } from '@xinqiao/contract/http/articles/articles.ts'
import { Picture } from '../pictures/Picture.tsx'
import { CarouselControls } from './CarouselControls.tsx'

export function SmallCarousel({ slides }: { slides: readonly SmallBanner[] }) {
  if (slides.length === 0) return null
  return (
    <section
      aria-roledescription="轮播图"
      aria-label="图片新闻"
      data-carousel="5000"
      className="on-dark relative min-w-0 overflow-hidden rounded-card bg-ink shadow-card"
    >
      <ul
        data-track=""
        className="flex aspect-video snap-x snap-mandatory overflow-x-auto [scrollbar-width:none] lg:aspect-auto lg:h-full"
      >
        {slides.map((slide, index) => (
          <li
            key={slide.id}
            aria-roledescription="图片"
            aria-label={`第${index + 1}张，共${slides.length}张`}
            className="relative w-full shrink-0 snap-start"
          >
            <CarouselSlide slide={slide} />
          </li>
        ))}
      </ul>
      <CarouselControls count={slides.length} className="absolute right-3 bottom-1" />
    </section>
  )
}

function CarouselSlide({ slide }: { slide: SmallBanner }) {
  const content = (
    <>
      <Picture
        picture={slide.picture}
        alt=""
        sizes="(max-width: 64rem) 100vw, 36rem"
        className="absolute inset-0 size-full object-cover"
      />
      <span className="absolute inset-x-0 bottom-0 bg-linear-to-t from-shade/95 via-shade/75 to-transparent px-4 pt-8 pb-10 sm:px-5 sm:pt-14 sm:pb-11 font-semibold text-white sm:text-lg">
        <span className="line-clamp-2">{slide.title}</span>
      </span>
    </>
  )
  if (!slide.link) return content
  return (
    <a href={slide.link} className="absolute inset-0 -outline-offset-4">
      {content}
    </a>
  )
}
