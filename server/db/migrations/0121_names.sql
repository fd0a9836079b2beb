-- Names that may no longer be chosen (contract/src/names.ts): accounts that have one get another and are notified.
-- They still sign in by phone, and by the new name. Staff and demo accounts may bear the association's names.

do $$
declare
  -- Unicode Cf, Cc and blank letters
  hidden constant text := '[\u0001-\u001F\u007F-\u009F\u00AD\u0600-\u0605\u061C\u06DD\u070F\u115F\u1160\u17B4\u17B5\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\U000E0000-\U000E007F]';
  chinese constant text := '管理员|管理人员|秘书处|秘书长|官方|协会|学会|客服|系统|匿名用户|匿名者|心桥|工作人员|值班|审核员|运营|热线|12356';
  latin constant text := '^(admins?|administrator|root|system|sysadmin|superuser|webmaster|moderator|official|staff|support|helpdesk|security|anonymous|guanliyuan|guanfang|mishuchu|xiehui|kefu|xitong)$';
  person record;
  plain text;
  candidate text;
  clean_nick text;
  attempt integer;

  is_reserved boolean;
  must_rename boolean;
begin
  for person in select id, username, nickname, role_id from account where not is_demo order by id loop
    candidate := regexp_replace(normalize(person.username, NFKC), hidden, '', 'g');
    plain := translate(lower(candidate), 'авсԁеһіјкӏмпорԛѕтхуүαβεηικνορτυχγωɑɡı员員処處書祕協會學係統長橋線熱審運營値',
      'abcdehijklmnopqstxyyabenikvoptuxywagi员员处处书秘协会学系统长桥线热审运营值');
    is_reserved := person.role_id in (2, 6) and (
      regexp_replace(plain, '[^\u4E00-\u9FFF0-9]', '', 'g') ~ chinese
      or regexp_replace(plain, '[^a-z]', '', 'g') ~ latin
      or regexp_replace(translate(plain, '01345', 'oieas'), '[^a-z]', '', 'g') ~ latin
      or exists (select 1 from regexp_split_to_table(plain, '[^a-z]+') word where word ~ latin)
      or regexp_replace(translate(plain, '01345', 'oieas'), '[^a-z]', '', 'g') ~ 'xinqiao');
    must_rename := is_reserved or length(candidate) < 2
      or regexp_replace(candidate, '[\s._+()-]', '', 'g') ~ '^((0{0,2}86)?1\d{10}|\d{11,})$';
    if must_rename then candidate := '用户' || person.id; end if;
    if candidate <> person.username then
      attempt := 1;
      -- another account may have had this name already
      while exists (select 1 from account where username_key = lower(candidate) and id <> person.id) loop
        attempt := attempt + 1;
        candidate := '用户' || person.id || '-' || attempt;
      end loop;
      update account set username = candidate where id = person.id;
      insert into message (account_id, kind, type, title, link, from_name, from_avatar, once_key)
      values (person.id, 'security', 5,
        '您原来的账号名不再允许使用，已改为“' || candidate || '”。请用新账号名或手机号登录。',
        '/setting/index', '', '', 'security name changed')
      on conflict (account_id, once_key) where once_key is not null do nothing;
    end if;

    clean_nick := regexp_replace(normalize(person.nickname, NFKC), hidden, '', 'g');
    plain := translate(lower(clean_nick), 'авсԁеһіјкӏмпорԛѕтхуүαβεηικνορτυχγωɑɡı员員処處書祕協會學係統長橋線熱審運營値',
      'abcdehijklmnopqstxyyabenikvoptuxywagi员员处处书秘协会学系统长桥线热审运营值');
    is_reserved := person.role_id in (2, 6) and (
      regexp_replace(plain, '[^\u4E00-\u9FFF0-9]', '', 'g') ~ chinese
      or regexp_replace(plain, '[^a-z]', '', 'g') ~ latin
      or exists (select 1 from regexp_split_to_table(plain, '[^a-z]+') word where word ~ latin)
      or regexp_replace(translate(plain, '01345', 'oieas'), '[^a-z]', '', 'g') ~ 'xinqiao');
    if is_reserved or regexp_replace(clean_nick, '[\s._+()-]', '', 'g') ~ '^((0{0,2}86)?1\d{10}|\d{11,})$'
      or (clean_nick = '' and person.nickname <> '') then
      clean_nick := '用户' || person.id;
    end if;
    if clean_nick <> person.nickname then
      update account set nickname = clean_nick where id = person.id;
      -- the chat name began as the nickname; one that its owner chose stays unless it hides characters
      update im_user set nick = clean_nick, update_time = (extract(epoch from now()) * 1000)::bigint
      from im_account where im_account.id = im_user.im_account_id and im_account.account_id = person.id
        and im_user.nick = person.nickname;
    end if;
  end loop;
  update im_user set nick = regexp_replace(nick, hidden, '', 'g'),
    update_time = (extract(epoch from now()) * 1000)::bigint
  where nick ~ hidden;
end
$$;
