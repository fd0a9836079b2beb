// @vitest-environment happy-dom
// Tests of pasting, with clipboard samples of Word, WPS, WeChat, and our own pages.
import { describe, expect, test } from 'vitest'
import { cleanPastedHtml } from './clean-pasted.ts'

const origin = 'https://xinqiao.example'
const cleanHtml = (html: string) => cleanPastedHtml(html, origin).html

const createBulletHtml = (text: string) =>
  `<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span>${text}</p>`

const word = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {mso-style-parent:""; margin:0cm;} --></style>
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--></head>
<body lang=ZH-CN style='tab-interval:21.0pt'><!--StartFragment-->
<p class=MsoTitle align=center style='text-align:center'><span style='font-family:黑体'>关于召开年会的通知<span lang=EN-US><o:p></o:p></span></span></p>
<p class=MsoNormal style='text-indent:21.0pt'><b style='mso-bidi-font-weight:normal'><span
style='font-family:宋体;mso-ascii-font-family:Calibri'>各位会员</span></b><span style='font-family:宋体'>：&nbsp;&nbsp;请按时参加。</span><span lang=EN-US><o:p></o:p></span></p>
<p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p>
<p class=MsoListParagraph style='margin-left:21.0pt;text-indent:-21.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
lang=EN-US style='mso-fareast-font-family:等线'><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span>开幕式</span></p>
<p class=MsoListParagraph style='margin-left:42.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span lang=EN-US
style='font-family:Wingdings'><span style='mso-list:Ignore'>l<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]><span>领导致辞</span></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><![if !supportLists]><span><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span></span><![endif]>学术报告</p>
<table class=MsoTableGrid border=1 cellspacing=0 style='border-collapse:collapse;mso-yfti-tbllook:1184'>
<tr style='mso-yfti-irow:0'><td width=277 valign=top colspan=2 style='width:207.4pt;border:solid windowtext 1.0pt'><p class=MsoNormal>日程<o:p></o:p></p></td></tr>
<tr><td><p class=MsoNormal>上午</p></td><td><p class=MsoNormal><span lang=EN-US><o:p>&nbsp;</o:p></span></p></td></tr></table>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="图片_x0020_1"><v:imagedata src="file:///C:/x/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img
width=553 height=311 src="file:///C:/Users/x/AppData/Local/Temp/msohtmlclip1/01/clip_image002.jpg" v:shapes="图片_x0020_1"><![endif]></p>
<p class=MsoNormal><a href="#_Toc123">回到目录</a><a name="_GoBack"></a></p>
<!--EndFragment--></body></html>`

describe('paste from Word', () => {
  const { html, droppedPictures } = cleanPastedHtml(word, origin)
  test('keeps structure and removes Word markup', () => {
    expect(html).toBe(
      '<h2 style="text-align: center">关于召开年会的通知</h2>' +
        '<p><strong>各位会员</strong>： 请按时参加。</p>' +
        '<ol><li><p>开幕式</p><ul><li><p>领导致辞</p></li></ul></li><li><p>学术报告</p></li></ol>' +
        '<table><tbody><tr><td colspan="2"><p>日程</p></td></tr><tr><td><p>上午</p></td><td><p></p></td></tr></tbody></table>' +
        '<p>［图片1：未能带入，请在此处上传］</p><p>回到目录</p>',
    )
  })
  test("counts a picture that exists only on the author's disk", () => expect(droppedPictures).toBe(1))

  test.each([
    ['1.', 'ol'],
    ['（一）', 'ol'],
    ['三、', 'ol', 3],
    ['a)', 'ol'],
    ['iv.', 'ol'],
    ['①', 'ol'],
    ['1.2', 'ol'],
    ['·', 'ul'],
    ['Ø', 'ul'],
    ['l', 'ul'],
    ['o', 'ul'],
    ['§', 'ul'],
    ['●', 'ul'],
  ])('reads the mark %s as the beginning of an item of %s', (marker, tag, start?: number) => {
    const item = `<p style="mso-list:l3 level1 lfo2"><span style="mso-list:Ignore">${marker}</span>内容</p>`
    expect(cleanHtml(item)).toBe(`<${tag}${start ? ` start="${start}"` : ''}><li><p>内容</p></li></${tag}>`)
  })

  test('separates two lists by a paragraph', () => {
    expect(cleanHtml(`${createBulletHtml('甲')}<p>中间</p>${createBulletHtml('乙')}`)).toBe(
      '<ul><li><p>甲</p></li></ul><p>中间</p><ul><li><p>乙</p></li></ul>',
    )
  })
})

const wechat = `<section data-role="outer" style="font-size: 16px;visibility: visible;"><section style="margin: 10px auto;text-align: center;">
<section style="display: inline-block;"><section style="background:#0f766e"><p style="color: rgb(255,255,255);"><strong style="box-sizing: border-box;">世界精神卫生日</strong></p></section></section></section>
<section style="line-height: 1.75em;text-align: justify;"><span style="font-size: 15px;letter-spacing: 1px;" leaf="">关爱<span style="font-weight: bold;" textstyle="">心理健康</span>，从身边做起。</span></section>
<p style="text-align: center;"><img class="rich_pages wxw-img" data-ratio="0.66" data-src="https://mmbiz.qpic.cn/mmbiz_jpg/abc/640?wx_fmt=jpeg" data-w="1080" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E" /></p>
<p><br></p><section><svg viewBox="0 0 1 1"><text>装饰</text></svg></section>
<blockquote style="border-left: 3px solid"><section>每个人都是<em style="font-style: normal">自己</em>健康的第一责任人</section></blockquote>
<ul class="list-paddingleft-1"><li><section><span>倾听</span></section></li><li><p>陪伴</p></li><ul><li><p>不评判</p></li></ul></ul>
<mp-common-profile class="js_uneditable" data-nickname="某公众号"></mp-common-profile><p style="display: none;"><mp-style-type data-value="3"></mp-style-type>隐藏</p></section>`

describe('paste from WeChat', () => {
  const { html, droppedPictures } = cleanPastedHtml(wechat, origin)
  test('unwraps sections into paragraphs', () => {
    expect(html).toBe(
      '<p style="text-align: center"><strong>世界精神卫生日</strong></p>' +
        '<p>关爱<strong>心理健康</strong>，从身边做起。</p>' +
        '<p>［图片1：未能带入，请在此处上传］</p>' +
        '<blockquote><p>每个人都是自己健康的第一责任人</p></blockquote>' +
        '<ul><li><p>倾听</p></li><li><p>陪伴</p><ul><li><p>不评判</p></li></ul></li></ul>',
    )
  })
  test('counts the picture on a foreign server, not its placeholder', () => expect(droppedPictures).toBe(1))
})

describe('paste from any page', () => {
  test("keeps the site's own pictures with their size", () => {
    const img = `<picture><source srcset="/files/p/k/800.avif"><img src="${origin}/files/p/k/1280.webp" alt="会场" width="1280" height="720"></picture>`
    expect(cleanPastedHtml(img, origin)).toEqual({
      html: '<img src="/files/p/k/1280.webp" alt="会场" width="1280" height="720">',
      droppedPictures: 0,
    })
  })
  test('keeps embedded pictures for upload', () => {
    expect(cleanHtml('<p>前<img src="data:image/png;base64,AAAA">后</p>')).toBe(
      '<p>前</p><img src="data:image/png;base64,AAAA" alt=""><p>后</p>',
    )
  })
  test("treats a host that only begins like the site's as foreign", () => {
    expect(cleanPastedHtml(`<img src="${origin}.evil.example/files/p/k/1.webp">`, origin).droppedPictures).toBe(1)
  })
  test('removes scripts, handlers and dangerous links', () => {
    const html =
      '<p onclick="x()">你好<script>alert(1)</script><a href="javascript:x()">点</a><a href="https://a.cn/?a=1&amp;b=2">链</a></p>'
    expect(cleanHtml(html)).toBe('<p>你好点<a href="https://a.cn/?a=1&amp;b=2">链</a></p>')
  })
  test('maps headings to levels 2-4 without bold', () => {
    expect(cleanHtml('<h1><b>一</b></h1><h3>三</h3><h6><span style="font-weight:700">六</span></h6>')).toBe(
      '<h2>一</h2><h3>三</h3><h4>六</h4>',
    )
  })
  test('starts a paragraph after two line breaks, keeps one', () => {
    expect(cleanHtml('<div>一<br>二<br><br>三<br></div>')).toBe('<p>一<br>二</p><p>三</p>')
  })
  test('ignores a bold wrapper with normal weight', () => {
    expect(cleanHtml('<b style="font-weight:normal"><p>正文</p></b>')).toBe('<p>正文</p>')
  })
  test('unwraps a table of one cell', () => {
    expect(cleanHtml('<table><tr><td><p>提示</p></td></tr></table>')).toBe('<p>提示</p>')
  })
  test('keeps escaped markup as text', () =>
    expect(cleanHtml('<p>&lt;img src=x&gt; &amp; "引"</p>')).toBe('<p>&lt;img src=x&gt; &amp; "引"</p>'))
  test('returns an empty string for empty input', () =>
    expect(cleanPastedHtml(' <p>&nbsp;</p>', origin)).toEqual({ html: '', droppedPictures: 0 }))
  test('leaves clean text unchanged when pasted again', () => {
    const once = cleanHtml(word)
    expect(cleanHtml(once)).toBe(once)
  })
})

describe('paste of a table from a spreadsheet', () => {
  const createCellHtml = (text: string, more = '') => `<td${more}>${text}</td>`
  const clean3 = (columns: string, ...rows: string[]) =>
    cleanHtml(`<table><colgroup>${columns}</colgroup><tbody>${rows.join('')}</tbody></table>`).replace(/<\/?p>/g, '')

  test('removes rows hidden in any way', () => {
    const hidden = ["style='display:none'", 'height=0', "style='height:0pt'", "style='visibility:collapse'"]
    for (const how of hidden)
      expect(
        clean3(
          '',
          `<tr>${createCellHtml('甲')}${createCellHtml('1')}</tr><tr ${how}>${createCellHtml('密')}${createCellHtml('9')}</tr>`,
        ),
      ).toBe('<table><tbody><tr><td>甲</td><td>1</td></tr></tbody></table>')
  })
  test('removes hidden columns and cells', () => {
    const columns = "<col width=72><col width=0 style='display:none;mso-width-source:userset'><col>"
    const createRowHtml = (a: string, b: string, c: string) =>
      `<tr>${createCellHtml(a)}${createCellHtml(b)}${createCellHtml(c)}</tr>`
    expect(clean3(columns, createRowHtml('甲', '密', '1'), createRowHtml('乙', '密', '2'))).toBe(
      '<table><tbody><tr><td>甲</td><td>1</td></tr><tr><td>乙</td><td>2</td></tr></tbody></table>',
    )
    expect(
      clean3(
        '',
        `<tr>${createCellHtml('甲')}${createCellHtml('密', " style='display:none'")}${createCellHtml('1')}</tr>`,
      ),
    ).toBe('<table><tbody><tr><td>甲</td><td>1</td></tr></tbody></table>')
  })
  test('counts columns past merged cells, which span only visible ones', () => {
    const columns = '<col><col style="display:none"><col>'
    const rows = [
      `<tr>${createCellHtml('类', ' rowspan=2')}${createCellHtml('两列', ' colspan=2')}</tr>`,
      `<tr>${createCellHtml('密')}${createCellHtml('值')}</tr>`,
    ]
    expect(clean3(columns, ...rows)).toBe(
      '<table><tbody><tr><td rowspan="2">类</td><td>两列</td></tr><tr><td>值</td></tr></tbody></table>',
    )
  })
  test('keeps alignment, header cells and the caption', () => {
    const table =
      '<table><caption>表1 收费</caption><tr><th align="center">项目</th><td style="text-align:right">200</td></tr></table>'
    expect(cleanHtml(table)).toBe(
      '<p style="text-align: center">表1 收费</p><table><tbody><tr><th><p style="text-align: center">项目</p></th>' +
        '<td><p style="text-align: right">200</p></td></tr></tbody></table>',
    )
  })
})

describe('details of marks', () => {
  test('keeps sub- and superscript', () => {
    expect(cleanHtml('<p>H<sub>2</sub>O，10<sup>6</sup>，x<span style="vertical-align:super">2</span></p>')).toBe(
      '<p>H<sub>2</sub>O，10<sup>6</sup>，x<sup>2</sup></p>',
    )
  })
  test('continues a list at its number', () => {
    expect(cleanHtml('<ol start="3"><li>三</li></ol>')).toBe('<ol start="3"><li><p>三</p></li></ol>')
    const createItemHtml = (marker: string) =>
      `<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">${marker}</span>内容</p>`
    expect(cleanHtml(`${createItemHtml('3.')}${createItemHtml('4.')}`)).toBe(
      '<ol start="3"><li><p>内容</p></li><li><p>内容</p></li></ol>',
    )
    expect(cleanHtml(createItemHtml('（三）'))).toBe('<ol start="3"><li><p>内容</p></li></ol>')
  })
  test('keeps the state of checkboxes', () => {
    expect(
      cleanHtml('<p><input type="checkbox" checked> 已读</p><p><input type=checkbox>未读<input value="x"></p>'),
    ).toBe('<p>☑ 已读</p><p>☐ 未读</p>')
  })
})

describe('a picture that cannot be imported', () => {
  const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  const foreign = 'https://mmbiz.qpic.cn/a/640'
  test('leaves a numbered placeholder in its place', () => {
    const html = `<p>前</p><p><img src="${foreign}"></p><p>中<img data-src="${foreign}" src="${dot}">后</p>`
    expect(cleanPastedHtml(html, origin)).toEqual({
      html: '<p>前</p><p>［图片1：未能带入，请在此处上传］</p><p>中</p><p>［图片2：未能带入，请在此处上传］</p><p>后</p>',
      droppedPictures: 2,
    })
  })
  test('never uploads a one-pixel image instead', () => {
    for (const name of ['data-src', 'data-original', 'data-lazy-src'])
      expect(cleanHtml(`<img ${name}="${foreign}" src="${dot}">`)).not.toContain('data:')
    expect(cleanPastedHtml(`<p>字<img src="${dot}"></p>`, origin)).toEqual({ html: '<p>字</p>', droppedPictures: 0 })
  })
})
