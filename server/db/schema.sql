-- Schema after all migrations. Written by `npm run schema`; a test compares it with them.

create table account (
  id bigint not null generated as identity,
  username text not null,
  username_key text not null generated as (lower(username)) stored,
  password_hash text not null,
  role_id smallint not null,
  phone_sealed bytea not null,
  phone_index bytea not null,
  nickname text not null default ''::text,
  email text not null default ''::text,
  gender smallint,
  avatar text not null default ''::text,
  enabled boolean not null default true,
  is_demo boolean not null default false,
  created_at timestamp with time zone not null default now(),
  must_change_password boolean not null default false,
  email_confirmed_at timestamp with time zone,
  was_user boolean not null default false,
  constraint account_phone_unique UNIQUE (phone_index),
  constraint account_username_unique UNIQUE (username_key),
  constraint account_pkey PRIMARY KEY (id),
  constraint account_gender_known CHECK ((gender = ANY (ARRAY[1, 2]))),
  constraint account_role_known CHECK (((role_id >= 1) AND (role_id <= 7)))
);

CREATE INDEX account_by_role ON public.account USING btree (role_id, id DESC);
CREATE TRIGGER account_changes_counsellor AFTER UPDATE OF nickname, gender, avatar, role_id, enabled ON public.account FOR EACH ROW EXECUTE FUNCTION follow_account();
CREATE TRIGGER account_has_counsellor AFTER INSERT ON public.account FOR EACH ROW WHEN ((new.role_id = 2)) EXECUTE FUNCTION follow_account();
CREATE TRIGGER account_was_user BEFORE UPDATE OF role_id ON public.account FOR EACH ROW WHEN ((old.role_id = 6)) EXECUTE FUNCTION remember_role_user();

create table announcement (
  id text not null,
  title text not null,
  dated date not null,
  lead text not null,
  content text not null,
  version integer not null default 1,
  changed_at timestamp with time zone not null default now(),
  changed_by bigint,
  constraint announcement_pkey PRIMARY KEY (id),
  constraint announcement_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint announcement_known CHECK ((id = ANY (ARRAY['essay'::text, 'competition'::text, 'individual'::text, 'collective'::text])))
);

CREATE INDEX announcement_by_account ON public.announcement USING btree (changed_by);

create table answer (
  id bigint not null generated as identity,
  question_id bigint not null,
  author_id bigint,
  counsellor_id bigint,
  content text not null,
  state text not null,
  state_reason text not null default ''::text,
  in_sight boolean not null default false,
  like_count integer not null default 0,
  collect_count integer not null default 0,
  answered_day double precision not null,
  hot double precision not null generated as ((answered_day + (((14)::double precision * ln((((1 + (2 * like_count)) + (3 * collect_count)))::double precision)) / ln((2)::double precision)))) stored,
  created_at timestamp with time zone not null default now(),
  edited_at timestamp with time zone,
  constraint answer_pkey PRIMARY KEY (id),
  constraint answer_author_id_fkey FOREIGN KEY (author_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint answer_counsellor_id_fkey FOREIGN KEY (counsellor_id) REFERENCES counsellor(id) ON DELETE SET NULL,
  constraint answer_question_id_fkey FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE CASCADE,
  constraint answer_state_known CHECK ((state = ANY (ARRAY['held'::text, 'shown'::text, 'refused'::text, 'removed'::text])))
);

CREATE INDEX answer_by_author ON public.answer USING btree (author_id, id DESC);
CREATE INDEX answer_by_counsellor ON public.answer USING btree (counsellor_id, id DESC) WHERE in_sight;
CREATE INDEX answer_by_question ON public.answer USING btree (question_id, hot DESC, id DESC);
CREATE INDEX answer_by_state ON public.answer USING btree (state, id DESC);
CREATE INDEX answer_hot ON public.answer USING btree (hot DESC, id DESC) WHERE in_sight;
CREATE INDEX answer_newest ON public.answer USING btree (id DESC) WHERE in_sight;
CREATE TRIGGER answer_collects_moved AFTER UPDATE OF in_sight, question_id, state ON public.answer FOR EACH ROW WHEN ((old.in_sight <> new.in_sight)) EXECUTE FUNCTION move_answer_collects();
CREATE TRIGGER answer_counted AFTER INSERT OR DELETE ON public.answer FOR EACH ROW EXECUTE FUNCTION count_answer();
CREATE TRIGGER answer_moved AFTER UPDATE OF in_sight, question_id, state ON public.answer FOR EACH ROW WHEN (((old.in_sight <> new.in_sight) OR (old.question_id <> new.question_id))) EXECUTE FUNCTION count_answer();
CREATE TRIGGER answer_placed BEFORE INSERT OR UPDATE OF state, question_id ON public.answer FOR EACH ROW EXECUTE FUNCTION place_answer();

create table answer_collect (
  answer_id bigint not null,
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  in_sight boolean not null default true,
  constraint answer_collect_pkey PRIMARY KEY (account_id, answer_id),
  constraint answer_collect_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint answer_collect_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES answer(id) ON DELETE CASCADE
);

CREATE INDEX answer_collect_by_answer ON public.answer_collect USING btree (answer_id);
CREATE INDEX answer_collect_newest ON public.answer_collect USING btree (account_id, created_at DESC) INCLUDE (answer_id) WHERE in_sight;
CREATE TRIGGER answer_collect_placed BEFORE INSERT ON public.answer_collect FOR EACH ROW EXECUTE FUNCTION place_answer_collect();

create table answer_like (
  answer_id bigint not null,
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint answer_like_pkey PRIMARY KEY (account_id, answer_id),
  constraint answer_like_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint answer_like_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES answer(id) ON DELETE CASCADE
);

CREATE INDEX answer_like_by_answer ON public.answer_like USING btree (answer_id);

create table article (
  id bigint not null generated as identity,
  column_id smallint not null,
  tag_id smallint,
  title text not null,
  summary text not null,
  excerpt text not null,
  content text not null,
  picture_key text,
  pinned boolean not null default false,
  state text not null default 'draft'::text,
  publish_at timestamp with time zone,
  version integer not null default 1,
  author_id bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint article_pkey PRIMARY KEY (id),
  constraint article_author_id_fkey FOREIGN KEY (author_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint article_picture_key_fkey FOREIGN KEY (picture_key) REFERENCES picture(key),
  constraint article_column_known CHECK ((column_id = ANY (ARRAY[1, 2, 3]))),
  constraint article_published_has_time CHECK (((state <> 'published'::text) OR (publish_at IS NOT NULL))),
  constraint article_state_known CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'withdrawn'::text]))),
  constraint article_tag_known CHECK ((tag_id = ANY (ARRAY[1, 4])))
);

CREATE INDEX article_by_column ON public.article USING btree (column_id, pinned DESC, publish_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX article_by_tag ON public.article USING btree (tag_id, pinned DESC, publish_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX article_by_time ON public.article USING btree (publish_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE INDEX article_for_staff ON public.article USING btree (updated_at DESC, id DESC);
CREATE INDEX article_in_column_by_time ON public.article USING btree (column_id, publish_at DESC, id DESC) WHERE (state = 'published'::text);
CREATE TRIGGER article_changed AFTER UPDATE ON public.article FOR EACH ROW WHEN (((old.state = 'published'::text) OR (new.state = 'published'::text))) EXECUTE FUNCTION raise_content_version();
CREATE TRIGGER article_gone AFTER DELETE ON public.article FOR EACH ROW WHEN ((old.state = 'published'::text)) EXECUTE FUNCTION raise_content_version();
CREATE TRIGGER article_shown AFTER INSERT ON public.article FOR EACH ROW WHEN ((new.state = 'published'::text)) EXECUTE FUNCTION raise_content_version();

create table attachment (
  id bigint not null generated as identity,
  key text not null,
  name text not null,
  mime text not null,
  bytes bigint not null,
  article_id bigint,
  position integer not null default 0,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint attachment_key_unique UNIQUE (key),
  constraint attachment_pkey PRIMARY KEY (id),
  constraint attachment_article_id_fkey FOREIGN KEY (article_id) REFERENCES article(id) ON DELETE SET NULL,
  constraint attachment_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id) ON DELETE SET NULL
);

CREATE INDEX attachment_by_article ON public.attachment USING btree (article_id, "position", id);
CREATE TRIGGER attachment_changed AFTER INSERT OR DELETE OR UPDATE ON public.attachment FOR EACH STATEMENT EXECUTE FUNCTION raise_content_version();

create table audit_log (
  id bigint not null generated as identity,
  at timestamp with time zone not null,
  actor_id bigint not null,
  action text not null,
  subject text not null,
  reason text not null,
  detail jsonb not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_log_pkey PRIMARY KEY (id)
);

CREATE INDEX audit_log_by_action ON public.audit_log USING btree (action, id DESC);
CREATE TRIGGER audit_log_is_not_emptied BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_emptying();
CREATE TRIGGER audit_log_only_grows BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table banner (
  id bigint not null generated as identity,
  kind text not null,
  title text not null,
  subtitle text not null,
  link text not null,
  picture_key text not null,
  position integer not null,
  enabled boolean not null,
  constraint banner_pkey PRIMARY KEY (id),
  constraint banner_picture_key_fkey FOREIGN KEY (picture_key) REFERENCES picture(key),
  constraint banner_kind_known CHECK ((kind = ANY (ARRAY['head'::text, 'small'::text])))
);

CREATE INDEX banner_by_kind ON public.banner USING btree (kind, "position", id);
CREATE TRIGGER banner_changed AFTER INSERT OR DELETE OR UPDATE ON public.banner FOR EACH STATEMENT EXECUTE FUNCTION raise_content_version();

create table bill (
  id bigint not null generated as identity,
  provider text not null,
  day text not null,
  state text not null,
  trade_hash text not null default ''::text,
  fund_hash text not null default ''::text,
  trade_cents bigint not null default 0,
  fund_cents bigint not null default 0,
  our_cents bigint not null default 0,
  failure text,
  fetched_at timestamp with time zone not null default now(),
  constraint bill_once_a_day UNIQUE (provider, day),
  constraint bill_pkey PRIMARY KEY (id),
  constraint bill_day_is_day CHECK ((day ~ '^\d{4}-\d{2}-\d{2}$'::text)),
  constraint bill_state_known CHECK ((state = ANY (ARRAY['fetched'::text, 'none'::text, 'failed'::text])))
);

CREATE INDEX bill_by_day ON public.bill USING btree (day DESC, id DESC);

create table bill_difference (
  id bigint not null generated as identity,
  bill_id bigint not null,
  kind text not null,
  transaction_id text not null,
  refund_no text not null,
  order_id bigint,
  our_cents bigint,
  their_cents bigint,
  state text not null default 'open'::text,
  note text not null default ''::text,
  settled_by bigint,
  settled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint bill_difference_once UNIQUE (bill_id, kind, transaction_id, refund_no),
  constraint bill_difference_pkey PRIMARY KEY (id),
  constraint bill_difference_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bill(id) ON DELETE CASCADE,
  constraint bill_difference_order_id_fkey FOREIGN KEY (order_id) REFERENCES pay_order(id),
  constraint bill_difference_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint bill_difference_kind_known CHECK ((kind = ANY (ARRAY['missingHere'::text, 'missingThere'::text, 'amount'::text, 'fund'::text]))),
  constraint bill_difference_state_known CHECK ((state = ANY (ARRAY['open'::text, 'settled'::text])))
);

CREATE INDEX bill_difference_by_order ON public.bill_difference USING btree (order_id);
CREATE INDEX bill_difference_by_settler ON public.bill_difference USING btree (settled_by);
CREATE INDEX bill_difference_open ON public.bill_difference USING btree (bill_id) WHERE (state = 'open'::text);

create table bill_line (
  bill_id bigint not null,
  transaction_id text not null,
  attempt_no text not null,
  refund_no text not null,
  cents integer not null,
  constraint bill_line_pkey PRIMARY KEY (bill_id, transaction_id, refund_no),
  constraint bill_line_bill_id_fkey FOREIGN KEY (bill_id) REFERENCES bill(id) ON DELETE CASCADE
);

CREATE INDEX bill_line_by_transaction ON public.bill_line USING btree (transaction_id, refund_no);

create table booking (
  id bigint not null generated as identity,
  counsellor_id bigint not null,
  account_id bigint not null,
  mode text not null,
  start_minute bigint not null,
  minutes integer not null,
  buffer_minutes integer not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  state text not null,
  hold_until timestamp with time zone,
  price_cents integer not null,
  order_no text,
  consent_version text not null,
  consent_hash text not null,
  intake_sealed bytea not null,
  is_minor boolean not null,
  cancelled_by bigint,
  cancel_reason text not null default ''::text,
  changed_times smallint not null default 0,
  reminded_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  place int8range not null generated as (int8range(((counsellor_id * 100000000) + start_minute), ((((counsellor_id * 100000000) + start_minute) + minutes) + buffer_minutes))) stored,
  presence int8range not null generated as (int8range(((account_id * 100000000) + start_minute), (((account_id * 100000000) + start_minute) + minutes))) stored,
  constraint booking_no_double EXCLUDE USING gist (place WITH &&) WHERE ((state = ANY (ARRAY['held'::text, 'booked'::text]))),
  constraint booking_one_place EXCLUDE USING gist (presence WITH &&) WHERE ((state = ANY (ARRAY['held'::text, 'booked'::text]))),
  constraint booking_pkey PRIMARY KEY (id),
  constraint booking_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint booking_counsellor_id_fkey FOREIGN KEY (counsellor_id) REFERENCES counsellor(id) ON DELETE CASCADE,
  constraint booking_held_until CHECK (((state = 'held'::text) = (hold_until IS NOT NULL))),
  constraint booking_mode_known CHECK ((mode = ANY (ARRAY['online'::text, 'offline'::text]))),
  constraint booking_state_known CHECK ((state = ANY (ARRAY['held'::text, 'booked'::text, 'done'::text, 'noShow'::text, 'cancelled'::text, 'lapsed'::text])))
);

CREATE INDEX booking_by_state ON public.booking USING btree (state, id DESC);
CREATE INDEX booking_holds ON public.booking USING btree (hold_until) WHERE (state = 'held'::text);
CREATE INDEX booking_of_client ON public.booking USING btree (account_id, start_minute DESC);
CREATE INDEX booking_of_counsellor ON public.booking USING btree (counsellor_id, start_minute DESC);
CREATE INDEX booking_to_end ON public.booking USING btree (ends_at) WHERE (state = 'booked'::text);
CREATE INDEX booking_to_remind ON public.booking USING btree (starts_at) WHERE ((state = 'booked'::text) AND (reminded_at IS NULL));

create table booking_complaint (
  id bigint not null generated as identity,
  booking_id bigint not null,
  text_sealed bytea not null,
  state text not null default 'open'::text,
  answer text not null default ''::text,
  handled_by bigint,
  created_at timestamp with time zone not null default now(),
  handled_at timestamp with time zone,
  constraint booking_complaint_pkey PRIMARY KEY (id),
  constraint booking_complaint_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id) ON DELETE CASCADE,
  constraint booking_complaint_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint booking_complaint_state CHECK ((state = ANY (ARRAY['open'::text, 'handled'::text])))
);

CREATE INDEX booking_complaint_by_handler ON public.booking_complaint USING btree (handled_by);
CREATE INDEX booking_complaint_in_order ON public.booking_complaint USING btree (state DESC, id DESC);
CREATE UNIQUE INDEX booking_complaint_open ON public.booking_complaint USING btree (booking_id) WHERE (state = 'open'::text);

create table booking_exception (
  id bigint not null generated as identity,
  counsellor_id bigint not null,
  day text not null,
  is_open boolean not null,
  from_minute smallint not null,
  to_minute smallint not null,
  mode text not null,
  constraint booking_exception_pkey PRIMARY KEY (id),
  constraint booking_exception_counsellor_id_fkey FOREIGN KEY (counsellor_id) REFERENCES counsellor(id) ON DELETE CASCADE,
  constraint booking_exception_day CHECK ((day ~ '^\d{4}-\d{2}-\d{2}$'::text)),
  constraint booking_exception_mode CHECK ((mode = ANY (ARRAY['online'::text, 'offline'::text, 'both'::text]))),
  constraint booking_exception_order CHECK (((0 <= from_minute) AND (from_minute < to_minute) AND (to_minute <= 1440)))
);

CREATE INDEX booking_exception_of ON public.booking_exception USING btree (counsellor_id, day);

create table booking_note (
  id bigint not null generated as identity,
  booking_id bigint not null,
  author_id bigint,
  kind text not null,
  text_sealed bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint booking_note_pkey PRIMARY KEY (id),
  constraint booking_note_author_id_fkey FOREIGN KEY (author_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint booking_note_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id) ON DELETE CASCADE,
  constraint booking_note_kind CHECK ((kind = ANY (ARRAY['note'::text, 'referral'::text])))
);

CREATE INDEX booking_note_by_author ON public.booking_note USING btree (author_id);
CREATE INDEX booking_note_of ON public.booking_note USING btree (booking_id, id);

create table booking_presence (
  booking_id bigint not null,
  client_seen_at timestamp with time zone,
  counsellor_seen_at timestamp with time zone,
  is_client_ready boolean not null default false,
  constraint booking_presence_pkey PRIMARY KEY (booking_id),
  constraint booking_presence_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id) ON DELETE CASCADE
);

create table booking_rating (
  booking_id bigint not null,
  stars smallint not null,
  created_at timestamp with time zone not null default now(),
  text_sealed bytea,
  constraint booking_rating_pkey PRIMARY KEY (booking_id),
  constraint booking_rating_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id) ON DELETE CASCADE,
  constraint booking_rating_stars CHECK (((stars >= 1) AND (stars <= 5)))
);

create table booking_rule (
  id bigint not null generated as identity,
  counsellor_id bigint not null,
  weekday smallint not null,
  from_minute smallint not null,
  to_minute smallint not null,
  mode text not null,
  constraint booking_rule_pkey PRIMARY KEY (id),
  constraint booking_rule_counsellor_id_fkey FOREIGN KEY (counsellor_id) REFERENCES counsellor(id) ON DELETE CASCADE,
  constraint booking_rule_mode CHECK ((mode = ANY (ARRAY['online'::text, 'offline'::text, 'both'::text]))),
  constraint booking_rule_order CHECK (((0 <= from_minute) AND (from_minute < to_minute) AND (to_minute <= 1440))),
  constraint booking_rule_weekday CHECK (((weekday >= 1) AND (weekday <= 7)))
);

CREATE INDEX booking_rule_of ON public.booking_rule USING btree (counsellor_id, weekday, from_minute);

create table branch_reviewer (
  account_id bigint not null,
  branch_id smallint not null,
  constraint branch_reviewer_pkey PRIMARY KEY (account_id),
  constraint branch_reviewer_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint branch_reviewer_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES member_branch(id) ON DELETE CASCADE
);

CREATE INDEX branch_reviewer_by_branch ON public.branch_reviewer USING btree (branch_id);

create table bulletin (
  id bigint not null generated as identity,
  title text not null,
  content text not null,
  audience text not null,
  author_id bigint,
  recipients integer not null default 0,
  created_at timestamp with time zone not null default now(),
  withdrawn_at timestamp with time zone,
  constraint bulletin_pkey PRIMARY KEY (id),
  constraint bulletin_author_id_fkey FOREIGN KEY (author_id) REFERENCES account(id) ON DELETE SET NULL
);

CREATE INDEX bulletin_by_author ON public.bulletin USING btree (author_id);

create table calendar_day (
  day text not null,
  name text not null,
  kind text not null,
  constraint calendar_day_pkey PRIMARY KEY (day),
  constraint calendar_day_form CHECK ((day ~ '^\d{4}-\d{2}-\d{2}$'::text)),
  constraint calendar_day_kind CHECK ((kind = ANY (ARRAY['off'::text, 'work'::text])))
);

create table certificate (
  id bigint not null generated as identity,
  kind text not null,
  number text not null,
  account_id bigint,
  holder text not null,
  title text not null,
  lines jsonb not null default '[]'::jsonb,
  subject text not null,
  issued_on date not null,
  valid_until date,
  revoked_at timestamp with time zone,
  revoke_reason text,
  created_at timestamp with time zone not null default now(),
  constraint certificate_number_unique UNIQUE (number),
  constraint certificate_pkey PRIMARY KEY (id),
  constraint certificate_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint certificate_kind_known CHECK ((kind = ANY (ARRAY['member'::text, 'unitMember'::text, 'attendance'::text, 'award'::text, 'exam'::text]))),
  constraint certificate_revoked_with_reason CHECK (((revoked_at IS NULL) = (revoke_reason IS NULL)))
);

CREATE INDEX certificate_by_account ON public.certificate USING btree (account_id, id DESC);
CREATE INDEX certificate_by_holder ON public.certificate USING btree (holder, id DESC);
CREATE INDEX certificate_by_kind ON public.certificate USING btree (kind, id DESC);
CREATE UNIQUE INDEX certificate_in_force ON public.certificate USING btree (kind, subject) WHERE (revoked_at IS NULL);

create table check_in (
  registration_id bigint not null,
  meeting_id bigint not null,
  at timestamp with time zone not null,
  door text not null,
  staff_id bigint,
  received_at timestamp with time zone not null default now(),
  claimed_at timestamp with time zone,
  constraint check_in_pkey PRIMARY KEY (registration_id),
  constraint check_in_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES meeting(id) ON DELETE CASCADE,
  constraint check_in_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registration(id) ON DELETE CASCADE,
  constraint check_in_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES account(id) ON DELETE SET NULL
);

CREATE INDEX check_in_by_meeting ON public.check_in USING btree (meeting_id, at DESC);
CREATE INDEX check_in_by_staff ON public.check_in USING btree (staff_id);

create table consent (
  id bigint not null generated as identity,
  account_id bigint not null,
  purpose text not null,
  version text not null,
  text_hash text not null,
  given_at timestamp with time zone not null default now(),
  withdrawn_at timestamp with time zone,
  constraint consent_pkey PRIMARY KEY (id),
  constraint consent_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

CREATE INDEX consent_by_account ON public.consent USING btree (account_id, id DESC);
CREATE UNIQUE INDEX consent_in_force ON public.consent USING btree (account_id, purpose) WHERE (withdrawn_at IS NULL);

create table content_version (
  only_row boolean not null default true,
  version bigint not null,
  constraint content_version_pkey PRIMARY KEY (only_row),
  constraint content_version_is_one CHECK (only_row)
);

create table counsellor (
  id bigint not null generated as identity,
  account_id bigint not null,
  name text not null,
  gender smallint,
  avatar text not null default ''::text,
  department text not null default ''::text,
  professional_title text not null default ''::text,
  description text not null default ''::text,
  qualification text not null default ''::text,
  domain_ids smallint[] not null default '{}'::smallint[],
  price_cents integer not null default 0,
  working_hours text not null default ''::text,
  phone text not null default ''::text,
  accid text not null default ''::text,
  is_listed boolean not null default true,
  grams text[] not null default '{}'::text[],
  searched text not null default ''::text,
  follow_count integer not null default 0,
  answer_count integer not null default 0,
  standing integer not null generated as ((answer_count + (3 * follow_count))) stored,
  created_at timestamp with time zone not null default now(),
  constraint counsellor_account_unique UNIQUE (account_id),
  constraint counsellor_pkey PRIMARY KEY (id),
  constraint counsellor_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint counsellor_gender_known CHECK ((gender = ANY (ARRAY[1, 2]))),
  constraint counsellor_price_not_negative CHECK ((price_cents >= 0))
);

CREATE INDEX counsellor_by_gender ON public.counsellor USING btree (gender, standing DESC, id) WHERE is_listed;
CREATE INDEX counsellor_by_standing ON public.counsellor USING btree (standing DESC, id) WHERE is_listed;
CREATE INDEX counsellor_domains ON public.counsellor USING gin (domain_ids) WHERE is_listed;
CREATE INDEX counsellor_grams ON public.counsellor USING gin (grams) WHERE is_listed;

create table counsellor_credential (
  id bigint not null generated as identity,
  counsellor_id bigint not null,
  title text not null,
  number text not null,
  issuer text not null,
  valid_until timestamp with time zone,
  scan_key text,
  state text not null default 'pending'::text,
  note text not null default ''::text,
  verified_by bigint,
  verified_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint counsellor_credential_pkey PRIMARY KEY (id),
  constraint counsellor_credential_counsellor_id_fkey FOREIGN KEY (counsellor_id) REFERENCES counsellor(id) ON DELETE CASCADE,
  constraint counsellor_credential_verified_by_fkey FOREIGN KEY (verified_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint counsellor_credential_state_known CHECK ((state = ANY (ARRAY['pending'::text, 'verified'::text, 'refused'::text])))
);

CREATE INDEX counsellor_credential_by_verifier ON public.counsellor_credential USING btree (verified_by);
CREATE INDEX counsellor_credential_of ON public.counsellor_credential USING btree (counsellor_id, id);
CREATE INDEX counsellor_credential_waiting ON public.counsellor_credential USING btree (state, id);

create table counsellor_follow (
  counsellor_id bigint not null,
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint counsellor_follow_pkey PRIMARY KEY (account_id, counsellor_id),
  constraint counsellor_follow_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint counsellor_follow_counsellor_id_fkey FOREIGN KEY (counsellor_id) REFERENCES counsellor(id) ON DELETE CASCADE
);

CREATE INDEX counsellor_follow_by_counsellor ON public.counsellor_follow USING btree (counsellor_id, ((+ account_id)));
CREATE INDEX counsellor_follow_newest ON public.counsellor_follow USING btree (account_id, created_at DESC, counsellor_id DESC);

create table credit_entry (
  id bigint not null generated as identity,
  account_id bigint not null,
  registration_id bigint,
  meeting_id bigint,
  session_id bigint,
  certificate_id bigint,
  title text not null,
  tenths integer not null,
  earned_on date not null,
  created_at timestamp with time zone not null default now(),
  lecture_id bigint,
  voided_at timestamp with time zone,
  constraint credit_entry_pkey PRIMARY KEY (id),
  constraint credit_entry_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint credit_entry_certificate_id_fkey FOREIGN KEY (certificate_id) REFERENCES certificate(id),
  constraint credit_entry_lecture_id_fkey FOREIGN KEY (lecture_id) REFERENCES lecture(id),
  constraint credit_entry_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES meeting(id),
  constraint credit_entry_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registration(id) ON DELETE CASCADE,
  constraint credit_entry_session_id_fkey FOREIGN KEY (session_id) REFERENCES meeting_session(id) ON DELETE CASCADE,
  constraint credit_entry_one_source CHECK (
CASE
    WHEN (lecture_id IS NULL) THEN ((registration_id IS NOT NULL) AND (meeting_id IS NOT NULL) AND (certificate_id IS NOT NULL) AND (voided_at IS NULL))
    ELSE ((registration_id IS NULL) AND (meeting_id IS NULL) AND (certificate_id IS NULL) AND (session_id IS NULL))
END),
  constraint credit_entry_some CHECK ((tenths > 0))
);

CREATE INDEX credit_entry_by_account ON public.credit_entry USING btree (account_id, earned_on DESC, id DESC);
CREATE INDEX credit_entry_by_certificate ON public.credit_entry USING btree (certificate_id);
CREATE INDEX credit_entry_by_meeting ON public.credit_entry USING btree (meeting_id);
CREATE INDEX credit_entry_by_session ON public.credit_entry USING btree (session_id);
CREATE UNIQUE INDEX credit_entry_lecture_once ON public.credit_entry USING btree (lecture_id, account_id) WHERE (lecture_id IS NOT NULL);
CREATE UNIQUE INDEX credit_entry_once ON public.credit_entry USING btree (registration_id, COALESCE(session_id, (0)::bigint));

create table crisis_access (
  alert_id bigint not null,
  account_id bigint not null,
  reason text not null,
  until timestamp with time zone not null,
  constraint crisis_access_pkey PRIMARY KEY (alert_id, account_id),
  constraint crisis_access_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint crisis_access_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES crisis_alert(id) ON DELETE CASCADE
);

CREATE INDEX crisis_access_by_account ON public.crisis_access USING btree (account_id);

create table crisis_alert (
  id bigint not null generated as identity,
  im_account_id bigint,
  conversation_id bigint,
  level text not null,
  hits integer not null default 1,
  message_time bigint not null,
  state text not null default 'open'::text,
  taken_by bigint,
  outcome text,
  created_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  account_id bigint,
  question_id bigint,
  booking_id bigint,
  calls smallint not null default 0,
  called_at timestamp with time zone,
  is_report boolean not null default false,
  writer_id bigint,
  is_anonymous boolean not null default false,
  has_news boolean not null default false,
  is_letter boolean not null default false,
  taken_at timestamp with time zone,
  closed_at timestamp with time zone,
  follow_up_on date,
  is_reminded boolean not null default false,
  is_drill boolean not null default false,
  app_writer_id bigint,
  severity smallint not null generated as (array_position(ARRAY['plan'::text, 'thought'::text, 'other'::text, 'violence'::text], level)) stored,
  seen_hits integer not null default 0,
  unseen_since timestamp with time zone,
  news_sent_at timestamp with time zone,
  unseen_calls smallint not null default 0,
  unseen_called_at timestamp with time zone,
  constraint crisis_alert_pkey PRIMARY KEY (id),
  constraint crisis_alert_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint crisis_alert_app_writer_id_fkey FOREIGN KEY (app_writer_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint crisis_alert_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id) ON DELETE SET NULL,
  constraint crisis_alert_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES im_conversation(id) ON DELETE SET NULL,
  constraint crisis_alert_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint crisis_alert_question_id_fkey FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE SET NULL,
  constraint crisis_alert_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint crisis_alert_writer_id_fkey FOREIGN KEY (writer_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint crisis_alert_drill_outcome CHECK (((outcome IS NULL) OR ((outcome = 'drilled'::text) = is_drill))),
  constraint crisis_alert_level_known CHECK ((level = ANY (ARRAY['plan'::text, 'thought'::text, 'other'::text, 'violence'::text]))),
  constraint crisis_alert_one_writer CHECK ((num_nonnulls(writer_id, app_writer_id) = 1)),
  constraint crisis_alert_outcome_known CHECK ((outcome = ANY (ARRAY['contacted'::text, 'referred'::text, 'unreachable'::text, 'falseAlarm'::text, 'drilled'::text]))),
  constraint crisis_alert_outcome_when_closed CHECK (((state = 'closed'::text) = (outcome IS NOT NULL))),
  constraint crisis_alert_state_known CHECK ((state = ANY (ARRAY['open'::text, 'taken'::text, 'closed'::text])))
);

CREATE INDEX crisis_alert_by_account ON public.crisis_alert USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX crisis_alert_by_age ON public.crisis_alert USING btree (created_at);
CREATE INDEX crisis_alert_by_app_writer ON public.crisis_alert USING btree (app_writer_id) WHERE (app_writer_id IS NOT NULL);
CREATE INDEX crisis_alert_by_booking ON public.crisis_alert USING btree (booking_id) WHERE (booking_id IS NOT NULL);
CREATE INDEX crisis_alert_by_conversation ON public.crisis_alert USING btree (conversation_id);
CREATE INDEX crisis_alert_by_question ON public.crisis_alert USING btree (question_id) WHERE (question_id IS NOT NULL);
CREATE INDEX crisis_alert_by_state ON public.crisis_alert USING btree (state, id DESC);
CREATE INDEX crisis_alert_by_writer ON public.crisis_alert USING btree (writer_id);
CREATE INDEX crisis_alert_in_order ON public.crisis_alert USING btree (is_drill, state, severity, id) WHERE (state <> 'closed'::text);
CREATE UNIQUE INDEX crisis_alert_live ON public.crisis_alert USING btree (writer_id) WHERE ((state <> 'closed'::text) AND (NOT is_drill));
CREATE UNIQUE INDEX crisis_alert_live_app ON public.crisis_alert USING btree (app_writer_id) WHERE ((state <> 'closed'::text) AND (NOT is_drill));
CREATE UNIQUE INDEX crisis_alert_live_drill ON public.crisis_alert USING btree (writer_id) WHERE ((state <> 'closed'::text) AND is_drill);
CREATE INDEX crisis_alert_to_call ON public.crisis_alert USING btree (id) WHERE (state = 'open'::text);
CREATE INDEX crisis_alert_to_remind ON public.crisis_alert USING btree (follow_up_on) WHERE ((state = 'taken'::text) AND (NOT is_reminded));
CREATE INDEX crisis_alert_unseen ON public.crisis_alert USING btree (unseen_since) WHERE ((state = 'taken'::text) AND (unseen_since IS NOT NULL));
CREATE INDEX crisis_alert_with_news ON public.crisis_alert USING btree (id) WHERE ((state = 'taken'::text) AND has_news);

create table crisis_leader_notice (
  id bigint not null generated as identity,
  team_id bigint not null,
  im_account_id bigint not null,
  level text not null,
  time bigint not null,
  created_at timestamp with time zone not null default now(),
  constraint crisis_leader_notice_pkey PRIMARY KEY (id),
  constraint crisis_leader_notice_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint crisis_leader_notice_team_id_fkey FOREIGN KEY (team_id) REFERENCES im_team(id) ON DELETE CASCADE,
  constraint crisis_leader_notice_level_known CHECK ((level = ANY (ARRAY['plan'::text, 'thought'::text, 'other'::text, 'violence'::text])))
);

CREATE INDEX crisis_leader_notice_by_account ON public.crisis_leader_notice USING btree (im_account_id);
CREATE INDEX crisis_leader_notice_by_age ON public.crisis_leader_notice USING btree (created_at);
CREATE INDEX crisis_leader_notice_by_team ON public.crisis_leader_notice USING btree (team_id);

create table crisis_mark (
  id bigint not null generated as identity,
  signal_id bigint not null,
  from_time bigint not null,
  until_time bigint not null,
  constraint crisis_mark_pkey PRIMARY KEY (id),
  constraint crisis_mark_signal_id_fkey FOREIGN KEY (signal_id) REFERENCES crisis_signal(id) ON DELETE CASCADE,
  constraint crisis_mark_order CHECK ((from_time <= until_time))
);

CREATE INDEX crisis_mark_by_signal ON public.crisis_mark USING btree (signal_id, until_time);

create table crisis_note (
  id bigint not null generated as identity,
  alert_id bigint not null,
  author_id bigint,
  text_sealed bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint crisis_note_pkey PRIMARY KEY (id),
  constraint crisis_note_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES crisis_alert(id) ON DELETE CASCADE,
  constraint crisis_note_author_id_fkey FOREIGN KEY (author_id) REFERENCES account(id) ON DELETE SET NULL
);

CREATE INDEX crisis_note_by_alert ON public.crisis_note USING btree (alert_id, id);
CREATE INDEX crisis_note_by_author ON public.crisis_note USING btree (author_id);

create table crisis_pending (
  sender_id bigint not null,
  id_client text not null,
  receiver text not null,
  level text not null,
  created_at timestamp with time zone not null default now(),
  message_id bigint,
  constraint crisis_pending_pkey PRIMARY KEY (sender_id, id_client),
  constraint crisis_pending_level_known CHECK ((level = ANY (ARRAY['plan'::text, 'thought'::text, 'other'::text, 'violence'::text])))
);

CREATE INDEX crisis_pending_by_age ON public.crisis_pending USING btree (created_at);

create table crisis_signal (
  id bigint not null generated as identity,
  alert_id bigint not null,
  level text not null,
  hits integer not null default 1,
  message_time bigint not null,
  conversation_id bigint,
  question_id bigint,
  booking_id bigint,
  created_at timestamp with time zone not null default now(),
  is_letter boolean not null default false,
  team_id bigint,
  room_id bigint,
  constraint crisis_signal_source UNIQUE NULLS NOT DISTINCT (alert_id, conversation_id, question_id, booking_id, team_id, room_id, is_letter),
  constraint crisis_signal_pkey PRIMARY KEY (id),
  constraint crisis_signal_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES crisis_alert(id) ON DELETE CASCADE,
  constraint crisis_signal_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id) ON DELETE CASCADE,
  constraint crisis_signal_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES im_conversation(id) ON DELETE CASCADE,
  constraint crisis_signal_question_id_fkey FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE CASCADE,
  constraint crisis_signal_room_id_fkey FOREIGN KEY (room_id) REFERENCES im_room(id) ON DELETE CASCADE,
  constraint crisis_signal_team_id_fkey FOREIGN KEY (team_id) REFERENCES im_team(id) ON DELETE CASCADE,
  constraint crisis_signal_letter_alone CHECK (((NOT is_letter) OR (num_nonnulls(conversation_id, question_id, booking_id, team_id, room_id) = 0))),
  constraint crisis_signal_level_known CHECK ((level = ANY (ARRAY['plan'::text, 'thought'::text, 'other'::text, 'violence'::text]))),
  constraint crisis_signal_of_one CHECK ((num_nonnulls(conversation_id, question_id, booking_id, team_id, room_id) <= 1))
);

CREATE INDEX crisis_signal_by_booking ON public.crisis_signal USING btree (booking_id) WHERE (booking_id IS NOT NULL);
CREATE INDEX crisis_signal_by_conversation ON public.crisis_signal USING btree (conversation_id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX crisis_signal_by_question ON public.crisis_signal USING btree (question_id) WHERE (question_id IS NOT NULL);
CREATE INDEX crisis_signal_by_room ON public.crisis_signal USING btree (room_id) WHERE (room_id IS NOT NULL);
CREATE INDEX crisis_signal_by_team ON public.crisis_signal USING btree (team_id) WHERE (team_id IS NOT NULL);
CREATE TRIGGER crisis_signal_gone AFTER DELETE ON public.crisis_signal FOR EACH ROW EXECUTE FUNCTION drop_alert_without_signal();

create table crisis_step (
  id bigint not null generated as identity,
  alert_id bigint not null,
  account_id bigint,
  step text not null,
  created_at timestamp with time zone not null default now(),
  constraint crisis_step_pkey PRIMARY KEY (id),
  constraint crisis_step_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint crisis_step_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES crisis_alert(id) ON DELETE CASCADE,
  constraint crisis_step_known CHECK ((step = ANY (ARRAY['ask'::text, 'say'::text, 'callDuty'::text, 'handOver'::text, 'note'::text, 'dropped'::text])))
);

CREATE INDEX crisis_step_by_account ON public.crisis_step USING btree (account_id);
CREATE INDEX crisis_step_by_alert ON public.crisis_step USING btree (alert_id, id);

create table crisis_text (
  id bigint not null generated as identity,
  alert_id bigint not null,
  text_sealed bytea not null,
  created_at timestamp with time zone not null default now(),
  signal_id bigint,
  message_id bigint,
  id_client text,
  leader_called_at timestamp with time zone,
  constraint crisis_text_pkey PRIMARY KEY (id),
  constraint crisis_text_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES crisis_alert(id) ON DELETE CASCADE,
  constraint crisis_text_signal_id_fkey FOREIGN KEY (signal_id) REFERENCES crisis_signal(id) ON DELETE SET NULL
);

CREATE INDEX crisis_text_by_alert ON public.crisis_text USING btree (alert_id, id);
CREATE INDEX crisis_text_by_message ON public.crisis_text USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX crisis_text_by_signal ON public.crisis_text USING btree (signal_id) WHERE (signal_id IS NOT NULL);

create table data_request (
  id bigint not null generated as identity,
  account_id bigint not null,
  kind text not null,
  includes_private boolean not null default false,
  state text not null default 'open'::text,
  reason text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  settled_by bigint,
  constraint data_request_pkey PRIMARY KEY (id),
  constraint data_request_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint data_request_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint data_request_kind_known CHECK ((kind = ANY (ARRAY['chatErasure'::text, 'accountClosure'::text]))),
  constraint data_request_settled_when_closed CHECK (((state = 'open'::text) = (settled_at IS NULL))),
  constraint data_request_state_known CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'refused'::text, 'withdrawn'::text])))
);

CREATE INDEX data_request_by_account ON public.data_request USING btree (account_id, id DESC);
CREATE INDEX data_request_by_settler ON public.data_request USING btree (settled_by);
CREATE INDEX data_request_by_state ON public.data_request USING btree (state, id DESC);
CREATE UNIQUE INDEX data_request_open ON public.data_request USING btree (account_id, kind) WHERE (state = 'open'::text);

create table database_history (
  only_row boolean not null default true,
  generation bigint not null,
  place text not null,
  constraint database_history_pkey PRIMARY KEY (only_row),
  constraint database_history_one CHECK (only_row)
);

create table delivery (
  id bigint not null generated as identity,
  account_id bigint,
  kind text not null,
  channel text not null,
  state text not null default 'queued'::text,
  tries smallint not null default 0,
  next_try_at timestamp with time zone not null default now(),
  failure text,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  phone_sealed bytea,
  constraint delivery_pkey PRIMARY KEY (id),
  constraint delivery_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint delivery_channel_known CHECK ((channel = ANY (ARRAY['sms'::text, 'mail'::text, 'push'::text]))),
  constraint delivery_state_known CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'skipped'::text]))),
  constraint delivery_to_phone_by_sms CHECK (((account_id IS NOT NULL) OR (channel = 'sms'::text))),
  constraint delivery_to_somebody CHECK (((account_id IS NULL) = (phone_sealed IS NOT NULL)))
);

CREATE INDEX delivery_by_account ON public.delivery USING btree (account_id, id DESC);
CREATE INDEX delivery_by_state ON public.delivery USING btree (state, id DESC);
CREATE INDEX delivery_queue ON public.delivery USING btree (next_try_at) WHERE (state = 'queued'::text);

create table domain (
  id smallint not null generated as identity,
  name text not null,
  position integer not null default 0,
  enabled boolean not null default true,
  clicks bigint not null default 0,
  question_count integer not null default 0,
  synonyms text[] not null default '{}'::text[],
  constraint domain_name_unique UNIQUE (name),
  constraint domain_pkey PRIMARY KEY (id)
);

CREATE INDEX domain_in_order ON public.domain USING btree ("position", id) WHERE enabled;
CREATE TRIGGER domain_starts_with_synonyms BEFORE INSERT ON public.domain FOR EACH ROW WHEN ((new.synonyms = '{}'::text[])) EXECUTE FUNCTION fill_domain_synonyms();

create table dues_year (
  year integer not null,
  spending jsonb not null,
  note text not null default ''::text,
  published_at timestamp with time zone,
  changed_by bigint,
  changed_at timestamp with time zone not null default now(),
  constraint dues_year_pkey PRIMARY KEY (year),
  constraint dues_year_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES account(id) ON DELETE SET NULL
);

CREATE INDEX dues_year_by_changer ON public.dues_year USING btree (changed_by);

create table duty_person (
  account_id bigint not null,
  since timestamp with time zone not null default now(),
  rank text not null default 'duty'::text,
  constraint duty_person_pkey PRIMARY KEY (account_id),
  constraint duty_person_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint duty_person_rank_known CHECK ((rank = ANY (ARRAY['duty'::text, 'deputy'::text, 'head'::text])))
);

create table duty_settings (
  only_row boolean not null default true,
  deputy_minutes integer not null default 5,
  head_minutes integer not null default 10,
  repeat_minutes integer not null default 10,
  constraint duty_settings_pkey PRIMARY KEY (only_row),
  constraint duty_settings_minutes CHECK ((((deputy_minutes >= 1) AND (deputy_minutes <= 60)) AND ((head_minutes >= 1) AND (head_minutes <= 60)) AND ((repeat_minutes >= 1) AND (repeat_minutes <= 60)))),
  constraint duty_settings_only_one CHECK (only_row)
);

create table email_code (
  account_id bigint not null,
  digest bytea not null,
  tries smallint not null default 0,
  expires_at timestamp with time zone not null,
  constraint email_code_pkey PRIMARY KEY (account_id),
  constraint email_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table exam (
  id bigint not null generated as identity,
  paper_id bigint not null,
  name text not null,
  start_at timestamp with time zone not null,
  end_at timestamp with time zone not null,
  duration_minutes smallint not null,
  attempts smallint not null default 1,
  counted text not null default 'best'::text,
  shuffle_questions boolean not null default true,
  shuffle_options boolean not null default true,
  shown text not null default 'afterEnd'::text,
  gives_certificate boolean not null default false,
  state text not null default 'draft'::text,
  version integer not null default 1,
  author_id bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint exam_pkey PRIMARY KEY (id),
  constraint exam_author_id_fkey FOREIGN KEY (author_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint exam_paper_id_fkey FOREIGN KEY (paper_id) REFERENCES exam_paper(id),
  constraint exam_attempts_known CHECK (((attempts >= 1) AND (attempts <= 20))),
  constraint exam_counted_known CHECK ((counted = ANY (ARRAY['best'::text, 'last'::text]))),
  constraint exam_duration_known CHECK (((duration_minutes >= 1) AND (duration_minutes <= 600))),
  constraint exam_shown_known CHECK ((shown = ANY (ARRAY['afterHandIn'::text, 'afterEnd'::text]))),
  constraint exam_state_known CHECK ((state = ANY (ARRAY['draft'::text, 'open'::text, 'cancelled'::text]))),
  constraint exam_window_forward CHECK ((end_at > start_at))
);

CREATE INDEX exam_by_author ON public.exam USING btree (author_id);
CREATE INDEX exam_by_end ON public.exam USING btree (end_at) WHERE (state = 'open'::text);
CREATE INDEX exam_by_paper ON public.exam USING btree (paper_id);
CREATE INDEX exam_by_start ON public.exam USING btree (start_at DESC, id DESC);

create table exam_allowance (
  exam_id bigint not null,
  account_id bigint not null,
  extra_minutes smallint not null default 0,
  extra_attempts smallint not null default 0,
  constraint exam_allowance_pkey PRIMARY KEY (exam_id, account_id),
  constraint exam_allowance_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint exam_allowance_exam_id_fkey FOREIGN KEY (exam_id) REFERENCES exam(id) ON DELETE CASCADE,
  constraint exam_allowance_attempts_known CHECK (((extra_attempts >= 0) AND (extra_attempts <= 20))),
  constraint exam_allowance_minutes_known CHECK (((extra_minutes >= 0) AND (extra_minutes <= 600)))
);

CREATE INDEX exam_allowance_by_account ON public.exam_allowance USING btree (account_id);

create table exam_answer (
  attempt_id bigint not null,
  num smallint not null,
  answer text not null,
  given_at bigint not null,
  is_right boolean,
  points double precision,
  constraint exam_answer_pkey PRIMARY KEY (attempt_id, num),
  constraint exam_answer_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES exam_attempt(id) ON DELETE CASCADE
);

create table exam_attempt (
  id bigint not null generated as identity,
  exam_id bigint not null,
  account_id bigint not null,
  number smallint not null,
  seed integer not null,
  question_version_ids bigint[] not null,
  scores double precision[] not null,
  started_at timestamp with time zone not null default now(),
  deadline timestamp with time zone not null,
  state text not null default 'inProgress'::text,
  handed_in_at timestamp with time zone,
  handed_in_by text,
  score double precision,
  session_id bigint,
  certificate_id bigint,
  released_at timestamp with time zone,
  constraint exam_attempt_unique UNIQUE (exam_id, account_id, number),
  constraint exam_attempt_pkey PRIMARY KEY (id),
  constraint exam_attempt_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint exam_attempt_certificate_id_fkey FOREIGN KEY (certificate_id) REFERENCES certificate(id) ON DELETE SET NULL,
  constraint exam_attempt_exam_id_fkey FOREIGN KEY (exam_id) REFERENCES exam(id),
  constraint exam_attempt_ended CHECK (((state = 'inProgress'::text) = (handed_in_at IS NULL))),
  constraint exam_attempt_handed_in_by_known CHECK ((handed_in_by = ANY (ARRAY['examinee'::text, 'clock'::text, 'examiner'::text]))),
  constraint exam_attempt_marked CHECK (((state = 'marked'::text) = (score IS NOT NULL))),
  constraint exam_attempt_released CHECK (((released_at IS NULL) OR (state = 'marked'::text))),
  constraint exam_attempt_state_known CHECK ((state = ANY (ARRAY['inProgress'::text, 'handedIn'::text, 'marked'::text])))
);

CREATE INDEX exam_attempt_by_account ON public.exam_attempt USING btree (account_id, exam_id);
CREATE INDEX exam_attempt_by_certificate ON public.exam_attempt USING btree (certificate_id);
CREATE INDEX exam_attempt_by_exam ON public.exam_attempt USING btree (exam_id, id);
CREATE INDEX exam_attempt_due ON public.exam_attempt USING btree (deadline) WHERE (state = 'inProgress'::text);
CREATE INDEX exam_attempt_passed ON public.exam_attempt USING btree (exam_id, account_id) WHERE ((certificate_id IS NULL) AND (score >= (60)::double precision));
CREATE UNIQUE INDEX exam_attempt_running ON public.exam_attempt USING btree (exam_id, account_id) WHERE (state = 'inProgress'::text);
CREATE INDEX exam_attempt_unreleased ON public.exam_attempt USING btree (exam_id, id) WHERE ((state = 'marked'::text) AND (released_at IS NULL));

create table exam_correction (
  exam_id bigint not null,
  question_version_id bigint not null,
  answer text,
  reason text not null,
  made_by bigint,
  made_at timestamp with time zone not null default now(),
  constraint exam_correction_pkey PRIMARY KEY (exam_id, question_version_id),
  constraint exam_correction_exam_id_fkey FOREIGN KEY (exam_id) REFERENCES exam(id) ON DELETE CASCADE,
  constraint exam_correction_made_by_fkey FOREIGN KEY (made_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint exam_correction_question_version_id_fkey FOREIGN KEY (question_version_id) REFERENCES exam_question_version(id)
);

CREATE INDEX exam_correction_by_maker ON public.exam_correction USING btree (made_by);
CREATE INDEX exam_correction_by_question ON public.exam_correction USING btree (question_version_id);

create table exam_event (
  id bigint not null generated as identity,
  attempt_id bigint not null,
  at timestamp with time zone not null default now(),
  kind text not null,
  detail text not null default ''::text,
  constraint exam_event_pkey PRIMARY KEY (id),
  constraint exam_event_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES exam_attempt(id) ON DELETE CASCADE
);

CREATE INDEX exam_event_by_attempt ON public.exam_event USING btree (attempt_id, id);

create table exam_group (
  id bigint not null generated as identity,
  name text not null,
  created_at timestamp with time zone not null default now(),
  constraint exam_group_name_unique UNIQUE (name),
  constraint exam_group_pkey PRIMARY KEY (id)
);

create table exam_group_member (
  group_id bigint not null,
  account_id bigint not null,
  constraint exam_group_member_pkey PRIMARY KEY (group_id, account_id),
  constraint exam_group_member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint exam_group_member_group_id_fkey FOREIGN KEY (group_id) REFERENCES exam_group(id) ON DELETE CASCADE
);

CREATE INDEX exam_group_member_by_account ON public.exam_group_member USING btree (account_id);

create table exam_paper (
  id bigint not null generated as identity,
  name text not null,
  kind text not null,
  partial text not null,
  state text not null default 'draft'::text,
  version integer not null default 1,
  author_id bigint,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint exam_paper_pkey PRIMARY KEY (id),
  constraint exam_paper_author_id_fkey FOREIGN KEY (author_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint exam_paper_kind_known CHECK ((kind = ANY (ARRAY['fixed'::text, 'drawn'::text]))),
  constraint exam_paper_partial_known CHECK ((partial = ANY (ARRAY['none'::text, 'half'::text, 'each'::text]))),
  constraint exam_paper_state_known CHECK ((state = ANY (ARRAY['draft'::text, 'ready'::text])))
);

CREATE INDEX exam_paper_by_author ON public.exam_paper USING btree (author_id);
CREATE INDEX exam_paper_by_change ON public.exam_paper USING btree (updated_at DESC, id DESC);

create table exam_paper_item (
  paper_id bigint not null,
  position smallint not null,
  question_version_id bigint not null,
  score double precision not null,
  constraint exam_paper_item_pkey PRIMARY KEY (paper_id, "position"),
  constraint exam_paper_item_paper_id_fkey FOREIGN KEY (paper_id) REFERENCES exam_paper(id) ON DELETE CASCADE,
  constraint exam_paper_item_question_version_id_fkey FOREIGN KEY (question_version_id) REFERENCES exam_question_version(id),
  constraint exam_paper_item_score_positive CHECK ((score > (0)::double precision))
);

CREATE INDEX exam_paper_item_by_question ON public.exam_paper_item USING btree (question_version_id);

create table exam_paper_rule (
  paper_id bigint not null,
  position smallint not null,
  kind smallint not null,
  subject text,
  difficulty smallint,
  count smallint not null,
  score double precision not null,
  constraint exam_paper_rule_pkey PRIMARY KEY (paper_id, "position"),
  constraint exam_paper_rule_paper_id_fkey FOREIGN KEY (paper_id) REFERENCES exam_paper(id) ON DELETE CASCADE,
  constraint exam_paper_rule_count_positive CHECK ((count > 0)),
  constraint exam_paper_rule_difficulty_known CHECK ((difficulty = ANY (ARRAY[1, 2, 3]))),
  constraint exam_paper_rule_kind_known CHECK ((kind = ANY (ARRAY[0, 1, 2]))),
  constraint exam_paper_rule_score_positive CHECK ((score > (0)::double precision))
);

create table exam_question (
  id bigint not null generated as identity,
  subject text not null,
  kind smallint not null,
  difficulty smallint not null,
  retired boolean not null default false,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint exam_question_pkey PRIMARY KEY (id),
  constraint exam_question_difficulty_known CHECK ((difficulty = ANY (ARRAY[1, 2, 3]))),
  constraint exam_question_kind_known CHECK ((kind = ANY (ARRAY[0, 1, 2])))
);

CREATE INDEX exam_question_by_change ON public.exam_question USING btree (updated_at DESC, id DESC);
CREATE INDEX exam_question_by_subject ON public.exam_question USING btree (subject, kind, difficulty) WHERE (NOT retired);

create table exam_question_version (
  id bigint not null generated as identity,
  question_id bigint not null,
  version integer not null,
  content text not null,
  options text[] not null,
  answer text not null,
  explanation text not null default ''::text,
  author_id bigint,
  created_at timestamp with time zone not null default now(),
  fixed_options text not null default ''::text,
  constraint exam_question_version_unique UNIQUE (question_id, version),
  constraint exam_question_version_pkey PRIMARY KEY (id),
  constraint exam_question_version_author_id_fkey FOREIGN KEY (author_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint exam_question_version_question_id_fkey FOREIGN KEY (question_id) REFERENCES exam_question(id) ON DELETE CASCADE
);

CREATE INDEX exam_question_version_by_author ON public.exam_question_version USING btree (author_id);

create table exam_target (
  id bigint not null generated as identity,
  exam_id bigint not null,
  kind text not null,
  account_id bigint,
  group_id bigint,
  constraint exam_target_unique UNIQUE NULLS NOT DISTINCT (exam_id, kind, account_id, group_id),
  constraint exam_target_pkey PRIMARY KEY (id),
  constraint exam_target_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint exam_target_exam_id_fkey FOREIGN KEY (exam_id) REFERENCES exam(id) ON DELETE CASCADE,
  constraint exam_target_group_id_fkey FOREIGN KEY (group_id) REFERENCES exam_group(id) ON DELETE CASCADE,
  constraint exam_target_kind_known CHECK ((kind = ANY (ARRAY['account'::text, 'group'::text, 'members'::text, 'everyone'::text]))),
  constraint exam_target_names_whom CHECK ((((kind = 'account'::text) = (account_id IS NOT NULL)) AND ((kind = 'group'::text) = (group_id IS NOT NULL))))
);

CREATE INDEX exam_target_by_account ON public.exam_target USING btree (account_id);
CREATE INDEX exam_target_by_group ON public.exam_target USING btree (group_id);

create table export_task (
  id bigint not null generated as identity,
  account_id bigint not null,
  kind text not null,
  query jsonb not null,
  is_full boolean not null,
  reason text not null,
  state text not null,
  done integer not null default 0,
  total integer not null,
  file_key text,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  constraint export_task_pkey PRIMARY KEY (id),
  constraint export_task_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint export_task_state_known CHECK ((state = ANY (ARRAY['asked'::text, 'waiting'::text, 'running'::text, 'done'::text, 'failed'::text])))
);

CREATE INDEX export_task_by_account ON public.export_task USING btree (account_id);
CREATE INDEX export_task_by_age ON public.export_task USING btree (created_at);
CREATE INDEX export_task_waiting ON public.export_task USING btree (id) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));

create table factor_recovery (
  id bigint not null generated as identity,
  account_id bigint not null,
  asked_by bigint not null,
  asked_at timestamp with time zone not null default now(),
  reason text not null,
  state text not null default 'asked'::text,
  decided_by bigint,
  decided_at timestamp with time zone,
  constraint factor_recovery_pkey PRIMARY KEY (id),
  constraint factor_recovery_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint factor_recovery_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES account(id),
  constraint factor_recovery_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id),
  constraint factor_recovery_decided CHECK (((state = 'asked'::text) = ((decided_by IS NULL) AND (decided_at IS NULL)))),
  constraint factor_recovery_not_own CHECK (((asked_by <> account_id) AND (decided_by IS DISTINCT FROM account_id))),
  constraint factor_recovery_state_known CHECK ((state = ANY (ARRAY['asked'::text, 'confirmed'::text, 'refused'::text]))),
  constraint factor_recovery_two_people CHECK (((state <> 'confirmed'::text) OR (decided_by <> asked_by)))
);

CREATE INDEX factor_recovery_by_account ON public.factor_recovery USING btree (account_id);
CREATE INDEX factor_recovery_by_asker ON public.factor_recovery USING btree (asked_by);
CREATE INDEX factor_recovery_by_decider ON public.factor_recovery USING btree (decided_by);
CREATE INDEX factor_recovery_by_state ON public.factor_recovery USING btree (state, id DESC);
CREATE UNIQUE INDEX factor_recovery_one_open ON public.factor_recovery USING btree (account_id) WHERE (state = 'asked'::text);

create table factor_ticket (
  token_hash bytea not null,
  account_id bigint not null,
  session_id bigint,
  purpose text not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint factor_ticket_pkey PRIMARY KEY (token_hash),
  constraint factor_ticket_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint factor_ticket_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE,
  constraint factor_ticket_purpose_known CHECK ((purpose = ANY (ARRAY['signIn'::text, 'stepUp'::text, 'addPasskey'::text]))),
  constraint factor_ticket_session CHECK (((purpose = 'signIn'::text) = (session_id IS NULL)))
);

CREATE INDEX factor_ticket_by_account ON public.factor_ticket USING btree (account_id);
CREATE INDEX factor_ticket_by_expiry ON public.factor_ticket USING btree (expires_at);
CREATE INDEX factor_ticket_by_session ON public.factor_ticket USING btree (session_id);

create table floating_ad (
  only_row boolean not null default true,
  enabled boolean not null,
  title text not null,
  link text not null,
  picture_key text,
  constraint floating_ad_pkey PRIMARY KEY (only_row),
  constraint floating_ad_picture_key_fkey FOREIGN KEY (picture_key) REFERENCES picture(key),
  constraint floating_ad_is_one CHECK (only_row)
);

CREATE TRIGGER floating_ad_changed AFTER INSERT OR DELETE OR UPDATE ON public.floating_ad FOR EACH STATEMENT EXECUTE FUNCTION raise_content_version();

create table group_call (
  id bigint not null,
  team_id bigint not null,
  starter_id bigint not null,
  begin_time bigint not null,
  led_time bigint not null,
  end_time bigint,
  outcome text,
  is_room_closed boolean not null default false,
  constraint group_call_pkey PRIMARY KEY (id),
  constraint group_call_starter_id_fkey FOREIGN KEY (starter_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint group_call_team_id_fkey FOREIGN KEY (team_id) REFERENCES im_team(id) ON DELETE CASCADE,
  constraint group_call_end_has_outcome CHECK (((end_time IS NULL) = (outcome IS NULL))),
  constraint group_call_outcome_known CHECK ((outcome = ANY (ARRAY['ended'::text, 'leaderless'::text, 'expired'::text, 'dismissed'::text])))
);

CREATE INDEX group_call_by_end ON public.group_call USING btree (end_time);
CREATE INDEX group_call_by_starter ON public.group_call USING btree (starter_id);
CREATE INDEX group_call_by_team ON public.group_call USING btree (team_id);
CREATE UNIQUE INDEX group_call_running ON public.group_call USING btree (team_id) WHERE (end_time IS NULL);
CREATE INDEX group_call_with_room ON public.group_call USING btree (id) WHERE (NOT is_room_closed);

create table group_call_member (
  call_id bigint not null,
  im_account_id bigint not null,
  participant bigint not null,
  memory text not null default ''::text,
  is_leader boolean not null,
  join_time bigint not null,
  seen_time bigint not null,
  leave_time bigint,
  is_removed boolean not null default false,
  is_muted boolean not null default false,
  is_connected boolean not null default false,
  is_silent boolean not null default false,
  has_video boolean not null default false,
  is_sharing boolean not null default false,
  route text,
  sample_count integer not null default 0,
  poor_count integer not null default 0,
  rtt_sum bigint not null default 0,
  loss_sum bigint not null default 0,
  person bigint not null default (1 + (floor((random() * ('140737488355327'::bigint)::double precision)))::bigint),
  has_joined boolean not null default false,
  constraint group_call_member_participant_unique UNIQUE (participant),
  constraint group_call_member_person_unique UNIQUE (call_id, person),
  constraint group_call_member_pkey PRIMARY KEY (call_id, im_account_id),
  constraint group_call_member_call_id_fkey FOREIGN KEY (call_id) REFERENCES group_call(id) ON DELETE CASCADE,
  constraint group_call_member_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint group_call_member_route_known CHECK ((route = ANY (ARRAY['direct'::text, 'relay'::text])))
);

CREATE INDEX group_call_member_by_account ON public.group_call_member USING btree (im_account_id);

create table guide_document (
  kind text not null,
  source_id bigint not null,
  mark text not null,
  title_terms text[] not null,
  terms text[] not null,
  constraint guide_document_pkey PRIMARY KEY (kind, source_id),
  constraint guide_document_kind_known CHECK ((kind = ANY (ARRAY['article'::text, 'question'::text])))
);

CREATE INDEX guide_document_terms ON public.guide_document USING gin (terms);
CREATE INDEX guide_document_title_terms ON public.guide_document USING gin (title_terms);

create table guide_hidden_question (
  title text not null,
  constraint guide_hidden_question_pkey PRIMARY KEY (title),
  constraint guide_hidden_question_length CHECK (((char_length(title) >= 1) AND (char_length(title) <= 60)))
);

create table guide_question (
  id bigint not null generated as identity,
  question text not null,
  wordings text[] not null default '{}'::text[],
  answer text not null,
  url text not null default ''::text,
  is_on boolean not null default true,
  version integer not null default 1,
  constraint guide_question_unique UNIQUE (question),
  constraint guide_question_pkey PRIMARY KEY (id),
  constraint guide_question_answer_length CHECK (((char_length(answer) >= 1) AND (char_length(answer) <= 500))),
  constraint guide_question_length CHECK (((char_length(question) >= 1) AND (char_length(question) <= 60))),
  constraint guide_question_url_length CHECK ((char_length(url) <= 500)),
  constraint guide_question_wordings_length CHECK (((cardinality(wordings) <= 10) AND (char_length(array_to_string(wordings, ''::text)) <= 600)))
);

create table guide_settings (
  is_only boolean not null default true,
  welcome text not null default ''::text,
  constraint guide_settings_pkey PRIMARY KEY (is_only),
  constraint guide_settings_only CHECK (is_only),
  constraint guide_settings_welcome_length CHECK ((char_length(welcome) <= 300))
);

create table im_account (
  id bigint not null generated as identity,
  account_id bigint,
  accid text not null,
  version bigint not null default 0,
  last_device_id text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  app_id bigint not null default im_site_app(),
  is_blocked boolean not null default false,
  is_muted boolean not null default false,
  constraint im_account_accid_unique UNIQUE (app_id, accid),
  constraint im_account_account_unique UNIQUE (account_id),
  constraint im_account_pkey PRIMARY KEY (id),
  constraint im_account_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint im_account_app_id_fkey FOREIGN KEY (app_id) REFERENCES im_app(id)
);

CREATE INDEX im_account_by_restriction ON public.im_account USING btree (id DESC) WHERE (is_blocked OR is_muted);

create table im_api_call (
  id bigint not null generated as identity,
  app_id bigint,
  path text not null,
  code integer not null,
  ip text not null,
  milliseconds integer not null,
  created_at timestamp with time zone not null default now(),
  constraint im_api_call_pkey PRIMARY KEY (id),
  constraint im_api_call_app_id_fkey FOREIGN KEY (app_id) REFERENCES im_app(id) ON DELETE CASCADE
);

CREATE INDEX im_api_call_by_app ON public.im_api_call USING btree (app_id, id DESC);
CREATE INDEX im_api_call_by_time ON public.im_api_call USING btree (created_at);

create table im_api_nonce (
  app_id bigint not null,
  nonce text not null,
  ends_at timestamp with time zone not null,
  constraint im_api_nonce_pkey PRIMARY KEY (app_id, nonce),
  constraint im_api_nonce_app_id_fkey FOREIGN KEY (app_id) REFERENCES im_app(id) ON DELETE CASCADE
);

CREATE INDEX im_api_nonce_by_end ON public.im_api_nonce USING btree (ends_at);

create table im_app (
  id bigint not null generated as identity,
  app_key text not null default replace((gen_random_uuid())::text, '-'::text, ''::text),
  name text not null,
  origins text[] not null default '{}'::text[],
  is_site boolean not null default false,
  is_open boolean not null default true,
  secret_sealed bytea not null default '\x'::bytea,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  former_secret_sealed bytea not null default '\x'::bytea,
  former_secret_until timestamp with time zone,
  alert_url text not null default ''::text,
  is_playground boolean not null default false,
  push_url text not null default ''::text,
  constraint im_app_key_unique UNIQUE (app_key),
  constraint im_app_pkey PRIMARY KEY (id),
  constraint im_app_playground_is_fixed CHECK (((NOT is_playground) OR ((NOT is_site) AND (origins = '{}'::text[]) AND (alert_url = ''::text)))),
  constraint im_app_pushes_by_backend CHECK (((push_url = ''::text) OR (NOT (is_site OR is_playground)))),
  constraint im_app_site_has_duty CHECK (((NOT is_site) OR (alert_url = ''::text))),
  constraint im_app_site_is_fixed CHECK (((NOT is_site) OR (is_open AND (origins = '{}'::text[]))))
);

CREATE UNIQUE INDEX im_app_one_playground ON public.im_app USING btree (is_playground) WHERE is_playground;
CREATE UNIQUE INDEX im_app_one_site ON public.im_app USING btree (is_site) WHERE is_site;
CREATE TRIGGER im_app_playground_changed AFTER UPDATE ON public.im_app FOR EACH ROW WHEN ((new.is_playground AND (new.is_open <> old.is_open))) EXECUTE FUNCTION raise_content_version();

create table im_app_alert (
  id bigint not null generated as identity,
  app_id bigint not null,
  im_account_id bigint not null,
  level text not null,
  message_time bigint not null,
  from_time bigint not null,
  conversation_id bigint,
  session_id text not null,
  message_id bigint,
  text_sealed bytea not null default '\x'::bytea,
  state text not null default 'queued'::text,
  attempts smallint not null default 0,
  due_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  constraint im_app_alert_pkey PRIMARY KEY (id),
  constraint im_app_alert_app_id_fkey FOREIGN KEY (app_id) REFERENCES im_app(id),
  constraint im_app_alert_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES im_conversation(id) ON DELETE CASCADE,
  constraint im_app_alert_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_app_alert_level_known CHECK ((level = ANY (ARRAY['plan'::text, 'thought'::text, 'other'::text, 'violence'::text]))),
  constraint im_app_alert_state_known CHECK ((state = ANY (ARRAY['queued'::text, 'delivered'::text, 'passedOn'::text])))
);

CREATE INDEX im_app_alert_by_account ON public.im_app_alert USING btree (im_account_id, message_time);
CREATE INDEX im_app_alert_by_age ON public.im_app_alert USING btree (created_at);
CREATE INDEX im_app_alert_by_app ON public.im_app_alert USING btree (app_id, id DESC);
CREATE INDEX im_app_alert_by_conversation ON public.im_app_alert USING btree (conversation_id) WHERE (conversation_id IS NOT NULL);
CREATE INDEX im_app_alert_due ON public.im_app_alert USING btree (due_at) WHERE (state = 'queued'::text);

create table im_app_alert_attempt (
  id bigint not null generated as identity,
  alert_id bigint not null,
  app_id bigint not null,
  status smallint,
  fault text not null default ''::text,
  milliseconds integer not null,
  created_at timestamp with time zone not null default now(),
  constraint im_app_alert_attempt_pkey PRIMARY KEY (id),
  constraint im_app_alert_attempt_alert_id_fkey FOREIGN KEY (alert_id) REFERENCES im_app_alert(id) ON DELETE CASCADE,
  constraint im_app_alert_attempt_app_id_fkey FOREIGN KEY (app_id) REFERENCES im_app(id)
);

CREATE INDEX im_app_alert_attempt_by_alert ON public.im_app_alert_attempt USING btree (alert_id);
CREATE INDEX im_app_alert_attempt_by_app ON public.im_app_alert_attempt USING btree (app_id, id DESC);

create table im_broadcast (
  id bigint not null generated as identity,
  body text not null,
  time bigint not null,
  expires_at timestamp with time zone not null,
  app_id bigint not null default im_site_app(),
  is_selected boolean not null default false,
  author_id bigint,
  constraint im_broadcast_pkey PRIMARY KEY (id),
  constraint im_broadcast_app_id_fkey FOREIGN KEY (app_id) REFERENCES im_app(id),
  constraint im_broadcast_author_id_fkey FOREIGN KEY (author_id) REFERENCES account(id) ON DELETE SET NULL
);

CREATE INDEX im_broadcast_by_author ON public.im_broadcast USING btree (author_id) WHERE (author_id IS NOT NULL);

create table im_broadcast_read (
  im_account_id bigint not null,
  broadcast_id bigint not null,
  constraint im_broadcast_read_pkey PRIMARY KEY (im_account_id),
  constraint im_broadcast_read_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE
);

create table im_broadcast_target (
  broadcast_id bigint not null,
  im_account_id bigint not null,
  constraint im_broadcast_target_pkey PRIMARY KEY (broadcast_id, im_account_id),
  constraint im_broadcast_target_broadcast_id_fkey FOREIGN KEY (broadcast_id) REFERENCES im_broadcast(id) ON DELETE CASCADE,
  constraint im_broadcast_target_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE
);

CREATE INDEX im_broadcast_target_by_account ON public.im_broadcast_target USING btree (im_account_id);

create table im_call (
  id bigint not null generated as identity,
  channel_id bigint not null,
  caller_id bigint not null,
  callee_id bigint not null,
  booking_id bigint,
  has_video boolean not null,
  ring_time bigint not null,
  answer_time bigint,
  connect_time bigint,
  end_time bigint,
  outcome text,
  route text,
  sample_count integer not null default 0,
  poor_count integer not null default 0,
  rtt_sum bigint not null default 0,
  loss_sum bigint not null default 0,
  is_announced boolean not null default false,
  last_time bigint,
  is_alarmed boolean not null default false,
  caller_seen_time bigint,
  callee_seen_time bigint,
  is_callee_lost boolean not null default false,
  message_key text not null default (gen_random_uuid())::text,
  lost_time bigint,
  ring_connection_id text,
  constraint im_call_channel_unique UNIQUE (channel_id),
  constraint im_call_pkey PRIMARY KEY (id),
  constraint im_call_booking_id_fkey FOREIGN KEY (booking_id) REFERENCES booking(id) ON DELETE SET NULL,
  constraint im_call_callee_id_fkey FOREIGN KEY (callee_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_call_caller_id_fkey FOREIGN KEY (caller_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_call_end_has_outcome CHECK (((end_time IS NULL) OR (outcome IS NOT NULL))),
  constraint im_call_outcome_known CHECK ((outcome = ANY (ARRAY['completed'::text, 'missed'::text, 'refused'::text, 'cancelled'::text, 'busy'::text, 'lost'::text]))),
  constraint im_call_route_known CHECK ((route = ANY (ARRAY['direct'::text, 'relay'::text])))
);

CREATE INDEX im_call_by_booking ON public.im_call USING btree (booking_id, ring_time) WHERE (booking_id IS NOT NULL);
CREATE INDEX im_call_by_callee ON public.im_call USING btree (callee_id, ring_time);
CREATE INDEX im_call_by_caller ON public.im_call USING btree (caller_id, ring_time);
CREATE INDEX im_call_by_end ON public.im_call USING btree (end_time);
CREATE INDEX im_call_to_alarm ON public.im_call USING btree (end_time) WHERE ((outcome = 'lost'::text) AND is_callee_lost AND (NOT is_alarmed));
CREATE INDEX im_call_unannounced ON public.im_call USING btree (id) WHERE ((end_time IS NOT NULL) AND (NOT is_announced));

create table im_change (
  im_account_id bigint not null,
  kind text not null,
  key text not null,
  version bigint not null,
  constraint im_change_pkey PRIMARY KEY (im_account_id, kind, key),
  constraint im_change_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE
);

CREATE INDEX im_change_by_version ON public.im_change USING btree (im_account_id, version);

create table im_closed_file_key (
  login bigint not null,
  until bigint not null,
  constraint im_closed_file_key_pkey PRIMARY KEY (login, until)
);

CREATE INDEX im_closed_file_key_by_end ON public.im_closed_file_key USING btree (until);

create table im_collect (
  id bigint not null generated as identity,
  im_account_id bigint not null,
  type integer not null,
  unique_id text not null default ''::text,
  content_sealed bytea not null,
  create_time bigint not null,
  update_time bigint not null,
  constraint im_collect_pkey PRIMARY KEY (id),
  constraint im_collect_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE
);

CREATE INDEX im_collect_by_time ON public.im_collect USING btree (im_account_id, create_time, id);
CREATE UNIQUE INDEX im_collect_by_unique_id ON public.im_collect USING btree (im_account_id, unique_id) WHERE (unique_id <> ''::text);

create table im_connection (
  id bigint not null generated as identity,
  connection_id text not null,
  node_id text not null,
  im_account_id bigint not null,
  device_id text not null,
  client_type smallint not null,
  since timestamp with time zone not null default now(),
  constraint im_connection_id_unique UNIQUE (connection_id),
  constraint im_connection_pkey PRIMARY KEY (id),
  constraint im_connection_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE
);

CREATE INDEX im_connection_by_account ON public.im_connection USING btree (im_account_id);
CREATE INDEX im_connection_by_node ON public.im_connection USING btree (node_id);

create table im_consent (
  im_account_id bigint not null,
  version text not null,
  text_hash text not null,
  agreed_at timestamp with time zone not null default now(),
  constraint im_consent_pkey PRIMARY KEY (im_account_id, version),
  constraint im_consent_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE
);

create table im_conversation (
  id bigint not null generated as identity,
  low_id bigint,
  high_id bigint,
  last_seq bigint not null default 0,
  last_time bigint not null default 0,
  sealed_key bytea not null,
  erased_seq bigint not null default 0,
  imported_seq bigint not null default 0,
  scene text not null default 'p2p'::text,
  constraint im_conversation_pair_unique UNIQUE (low_id, high_id),
  constraint im_conversation_pkey PRIMARY KEY (id),
  constraint im_conversation_high_id_fkey FOREIGN KEY (high_id) REFERENCES im_account(id),
  constraint im_conversation_low_id_fkey FOREIGN KEY (low_id) REFERENCES im_account(id),
  constraint im_conversation_pair_of_scene CHECK (
CASE
    WHEN (scene = 'p2p'::text) THEN ((num_nulls(low_id, high_id) = 0) AND (low_id <= high_id))
    ELSE (num_nonnulls(low_id, high_id) = 0)
END),
  constraint im_conversation_scene_known CHECK ((scene = ANY (ARRAY['p2p'::text, 'team'::text, 'superTeam'::text])))
);

CREATE INDEX im_conversation_by_high ON public.im_conversation USING btree (high_id);
CREATE INDEX im_conversation_without_key ON public.im_conversation USING btree (id) WHERE (sealed_key = '\x'::bytea);

create table im_device (
  im_account_id bigint not null,
  device_id text not null,
  client_type smallint not null,
  token_name text not null default ''::text,
  token_sealed bytea not null default '\x'::bytea,
  is_background boolean not null default false,
  badge integer not null default 0,
  updated_at timestamp with time zone not null default now(),
  notified_at timestamp with time zone,
  constraint im_device_pkey PRIMARY KEY (im_account_id, device_id),
  constraint im_device_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE
);

CREATE INDEX im_device_by_update ON public.im_device USING btree (updated_at);
CREATE INDEX im_device_with_token ON public.im_device USING btree (device_id) WHERE (token_sealed <> '\x'::bytea);

create table im_file (
  id bigint not null generated as identity,
  object text not null,
  owner_id bigint not null,
  kind text not null,
  mime text not null,
  ext text not null,
  name text not null,
  bytes bigint not null default 0,
  md5 text not null default ''::text,
  source_bytes bigint not null default 0,
  source_md5 text not null default ''::text,
  width integer,
  height integer,
  part_keys text[] not null default '{}'::text[],
  part_bytes integer[] not null default '{}'::integer[],
  context text not null,
  is_complete boolean not null default false,
  survival_seconds bigint,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  is_public boolean not null default false,
  constraint im_file_object_unique UNIQUE (object),
  constraint im_file_pkey PRIMARY KEY (id),
  constraint im_file_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES im_account(id),
  constraint im_file_kind_known CHECK ((kind = ANY (ARRAY['image'::text, 'audio'::text, 'video'::text, 'file'::text])))
);

CREATE INDEX im_file_by_expiry ON public.im_file USING btree (expires_at);
CREATE INDEX im_file_by_owner ON public.im_file USING btree (owner_id, id DESC);
CREATE INDEX im_file_by_source ON public.im_file USING btree (source_md5) WHERE is_complete;

create table im_file_access (
  token_hash bytea not null,
  file_id bigint not null,
  im_account_id bigint not null,
  user_agent text not null default ''::text,
  expires_at timestamp with time zone not null,
  constraint im_file_access_pkey PRIMARY KEY (token_hash),
  constraint im_file_access_file_id_fkey FOREIGN KEY (file_id) REFERENCES im_file(id) ON DELETE CASCADE,
  constraint im_file_access_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE
);

CREATE INDEX im_file_access_by_account ON public.im_file_access USING btree (im_account_id);
CREATE INDEX im_file_access_by_expiry ON public.im_file_access USING btree (expires_at);
CREATE INDEX im_file_access_by_file ON public.im_file_access USING btree (file_id);

create table im_file_share (
  file_id bigint not null,
  im_account_id bigint not null,
  sender_id bigint not null,
  id_client text not null,
  constraint im_file_share_pkey PRIMARY KEY (file_id, im_account_id, sender_id, id_client),
  constraint im_file_share_file_id_fkey FOREIGN KEY (file_id) REFERENCES im_file(id) ON DELETE CASCADE,
  constraint im_file_share_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE
);

CREATE INDEX im_file_share_by_account ON public.im_file_share USING btree (im_account_id);
CREATE INDEX im_file_share_by_message ON public.im_file_share USING btree (sender_id, id_client);

create table im_friend (
  im_account_id bigint not null,
  peer_id bigint not null,
  alias text not null default ''::text,
  custom text not null default ''::text,
  is_valid boolean not null default true,
  create_time bigint not null,
  update_time bigint not null,
  constraint im_friend_pkey PRIMARY KEY (im_account_id, peer_id),
  constraint im_friend_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_friend_peer_id_fkey FOREIGN KEY (peer_id) REFERENCES im_account(id) ON DELETE CASCADE
);

CREATE INDEX im_friend_by_peer ON public.im_friend USING btree (peer_id);
CREATE INDEX im_friend_by_time ON public.im_friend USING btree (im_account_id, update_time);

create table im_lexicon (
  is_only boolean not null default true,
  version bigint not null default 1,
  constraint im_lexicon_pkey PRIMARY KEY (is_only),
  constraint im_lexicon_only CHECK (is_only)
);

create table im_lexicon_word (
  id bigint not null generated as identity,
  word text not null,
  action smallint not null,
  constraint im_lexicon_word_unique UNIQUE (word),
  constraint im_lexicon_word_pkey PRIMARY KEY (id),
  constraint im_lexicon_word_action_known CHECK (((action >= 1) AND (action <= 3)))
);

CREATE TRIGGER im_lexicon_word_changed AFTER INSERT OR DELETE OR UPDATE ON public.im_lexicon_word FOR EACH STATEMENT EXECUTE FUNCTION raise_lexicon_version();

create table im_login (
  id bigint not null generated as identity,
  im_account_id bigint not null,
  device_id text not null,
  client_type smallint not null,
  ip text not null,
  at timestamp with time zone not null default now(),
  constraint im_login_pkey PRIMARY KEY (id),
  constraint im_login_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE
);

CREATE INDEX im_login_by_account ON public.im_login USING btree (im_account_id, id DESC);
CREATE INDEX im_login_by_time ON public.im_login USING btree (at);

create table im_message (
  id bigint not null generated as identity,
  conversation_id bigint not null,
  seq bigint not null,
  sender_id bigint not null,
  id_client text not null,
  type smallint not null,
  is_unreadable boolean not null,
  client_type smallint not null,
  device_id text not null,
  time bigint not null,
  body bytea not null,
  modified_time bigint,
  readable bigint,
  sender_readable bigint,
  thread_id bigint,
  is_pushable boolean not null default true,
  constraint im_message_client_unique UNIQUE (sender_id, id_client),
  constraint im_message_place_unique UNIQUE (conversation_id, "time"),
  constraint im_message_pkey PRIMARY KEY (id)
);

CREATE INDEX im_message_by_team_client ON public.im_message USING btree (conversation_id, id_client) WHERE (readable IS NOT NULL);
CREATE INDEX im_message_by_thread ON public.im_message USING btree (thread_id, "time") WHERE (thread_id IS NOT NULL);

create table im_message_hidden (
  im_account_id bigint not null,
  message_id bigint not null,
  is_recalled boolean not null,
  time bigint not null,
  ps text not null default ''::text,
  attach text not null default ''::text,
  constraint im_message_hidden_pkey PRIMARY KEY (im_account_id, message_id),
  constraint im_message_hidden_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_message_hidden_message_id_fkey FOREIGN KEY (message_id) REFERENCES im_message(id) ON DELETE CASCADE
);

CREATE INDEX im_message_hidden_by_message ON public.im_message_hidden USING btree (message_id);

create table im_message_pin (
  message_id bigint not null,
  conversation_id bigint not null,
  im_account_id bigint not null,
  custom text not null default ''::text,
  create_time bigint not null,
  update_time bigint not null,
  constraint im_message_pin_pkey PRIMARY KEY (message_id),
  constraint im_message_pin_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES im_conversation(id) ON DELETE CASCADE,
  constraint im_message_pin_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_message_pin_message_id_fkey FOREIGN KEY (message_id) REFERENCES im_message(id) ON DELETE CASCADE
);

CREATE INDEX im_message_pin_by_account ON public.im_message_pin USING btree (im_account_id);
CREATE INDEX im_message_pin_by_conversation ON public.im_message_pin USING btree (conversation_id, create_time);

create table im_node (
  id text not null,
  name text not null,
  seen_at timestamp with time zone not null default now(),
  constraint im_node_pkey PRIMARY KEY (id)
);

create table im_profile_fan_out (
  im_account_id bigint not null,
  last_id bigint not null default 0,
  changed_at timestamp with time zone not null default now(),
  constraint im_profile_fan_out_pkey PRIMARY KEY (im_account_id),
  constraint im_profile_fan_out_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE
);

CREATE INDEX im_profile_fan_out_by_time ON public.im_profile_fan_out USING btree (changed_at);

create table im_quick_comment (
  message_id bigint not null,
  im_account_id bigint not null,
  body integer not null,
  custom text not null default ''::text,
  time bigint not null,
  constraint im_quick_comment_pkey PRIMARY KEY (message_id, im_account_id, body),
  constraint im_quick_comment_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_quick_comment_message_id_fkey FOREIGN KEY (message_id) REFERENCES im_message(id) ON DELETE CASCADE
);

CREATE INDEX im_quick_comment_by_account ON public.im_quick_comment USING btree (im_account_id);

create table im_relation (
  im_account_id bigint not null,
  peer_id bigint not null,
  is_blacked boolean not null default false,
  is_muted boolean not null default false,
  create_time bigint not null,
  update_time bigint not null,
  constraint im_relation_pkey PRIMARY KEY (im_account_id, peer_id),
  constraint im_relation_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_relation_peer_id_fkey FOREIGN KEY (peer_id) REFERENCES im_account(id) ON DELETE CASCADE
);

CREATE INDEX im_relation_by_peer ON public.im_relation USING btree (peer_id);

create table im_robot (
  im_account_id bigint not null,
  kind text not null,
  welcome text not null default ''::text,
  prompt text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  question_url text not null default ''::text,
  constraint im_robot_pkey PRIMARY KEY (im_account_id),
  constraint im_robot_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_robot_kind_known CHECK ((kind = ANY (ARRAY['backend'::text, 'guide'::text, 'model'::text])))
);

create table im_robot_question (
  sender_id bigint not null,
  id_client text not null,
  robot_id bigint not null,
  created_at timestamp with time zone not null default now(),
  due_at timestamp with time zone not null default (now() + '00:05:00'::interval),
  constraint im_robot_question_pkey PRIMARY KEY (sender_id, id_client),
  constraint im_robot_question_robot_id_fkey FOREIGN KEY (robot_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_robot_question_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES im_account(id) ON DELETE CASCADE
);

CREATE INDEX im_robot_question_by_due ON public.im_robot_question USING btree (due_at);
CREATE INDEX im_robot_question_by_robot ON public.im_robot_question USING btree (robot_id);
CREATE INDEX im_robot_question_by_time ON public.im_robot_question USING btree (created_at);

create table im_room (
  id bigint not null generated as identity,
  app_id bigint not null,
  creator_id bigint not null,
  name text not null,
  announcement text not null default ''::text,
  broadcast_url text not null default ''::text,
  custom text not null default ''::text,
  queue_level smallint not null default 0,
  is_open boolean not null default true,
  is_muted boolean not null default false,
  allows_anonymous boolean not null default false,
  history_days integer not null default 30,
  last_time bigint not null default 0,
  create_time bigint not null,
  update_time bigint not null,
  slow_seconds integer not null default 0,
  names_visitors boolean not null default false,
  constraint im_room_pkey PRIMARY KEY (id),
  constraint im_room_app_id_fkey FOREIGN KEY (app_id) REFERENCES im_app(id),
  constraint im_room_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_room_history_positive CHECK ((history_days > 0)),
  constraint im_room_slow_not_negative CHECK ((slow_seconds >= 0))
);

CREATE INDEX im_room_by_app ON public.im_room USING btree (app_id, id DESC);
CREATE INDEX im_room_by_creator ON public.im_room USING btree (creator_id);

create table im_room_element (
  id bigint not null generated as identity,
  room_id bigint not null,
  key text not null,
  owner_id bigint not null,
  is_transient boolean not null,
  value_sealed bytea not null,
  update_time bigint not null,
  constraint im_room_element_unique UNIQUE (room_id, key),
  constraint im_room_element_pkey PRIMARY KEY (id),
  constraint im_room_element_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_room_element_room_id_fkey FOREIGN KEY (room_id) REFERENCES im_room(id) ON DELETE CASCADE
);

CREATE INDEX im_room_element_by_owner ON public.im_room_element USING btree (owner_id);
CREATE INDEX im_room_element_in_order ON public.im_room_element USING btree (room_id, id);
CREATE INDEX im_room_element_transient ON public.im_room_element USING btree (room_id, owner_id) WHERE is_transient;

create table im_room_member (
  room_id bigint not null,
  im_account_id bigint not null,
  role text not null default 'none'::text,
  level integer not null default 0,
  is_blacked boolean not null default false,
  is_gagged boolean not null default false,
  nick text not null default ''::text,
  avatar text not null default ''::text,
  custom text not null default ''::text,
  create_time bigint not null,
  update_time bigint not null,
  constraint im_room_member_pkey PRIMARY KEY (room_id, im_account_id),
  constraint im_room_member_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_room_member_room_id_fkey FOREIGN KEY (room_id) REFERENCES im_room(id) ON DELETE CASCADE,
  constraint im_room_member_role_known CHECK ((role = ANY (ARRAY['none'::text, 'common'::text, 'manager'::text])))
);

CREATE INDEX im_room_member_by_account ON public.im_room_member USING btree (im_account_id);
CREATE INDEX im_room_member_by_time ON public.im_room_member USING btree (room_id, update_time);

create table im_room_message (
  room_id bigint not null,
  time bigint not null,
  sender_id bigint not null,
  id_client text not null,
  type smallint not null,
  target_tags text not null default ''::text,
  tags text[] not null default '{}'::text[],
  body_sealed bytea not null,
  is_high boolean not null default false,
  constraint im_room_message_pkey PRIMARY KEY (room_id, "time"),
  constraint im_room_message_room_id_fkey FOREIGN KEY (room_id) REFERENCES im_room(id) ON DELETE CASCADE,
  constraint im_room_message_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES im_account(id) ON DELETE CASCADE
);

CREATE INDEX im_room_message_by_sender ON public.im_room_message USING btree (sender_id);
CREATE INDEX im_room_message_by_tag ON public.im_room_message USING btree (room_id, "time") WHERE (tags <> '{}'::text[]);
CREATE INDEX im_room_message_high ON public.im_room_message USING btree (room_id, "time") WHERE is_high;
CREATE UNIQUE INDEX im_room_message_once ON public.im_room_message USING btree (room_id, sender_id, id_client);

create table im_room_mute (
  id bigint not null generated as identity,
  room_id bigint not null,
  im_account_id bigint,
  tag text,
  until bigint not null,
  constraint im_room_mute_unique UNIQUE NULLS NOT DISTINCT (room_id, im_account_id, tag),
  constraint im_room_mute_pkey PRIMARY KEY (id),
  constraint im_room_mute_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_room_mute_room_id_fkey FOREIGN KEY (room_id) REFERENCES im_room(id) ON DELETE CASCADE,
  constraint im_room_mute_one_target CHECK (((im_account_id IS NULL) <> (tag IS NULL)))
);

CREATE INDEX im_room_mute_by_account ON public.im_room_mute USING btree (im_account_id) WHERE (im_account_id IS NOT NULL);
CREATE INDEX im_room_mute_by_end ON public.im_room_mute USING btree (until);

create table im_room_name (
  id bigint not null generated as identity,
  room_id bigint not null,
  im_account_id bigint not null,
  nick text,
  nick_folded text,
  constraint im_room_name_number UNIQUE (id),
  constraint im_room_name_once UNIQUE (room_id, nick_folded),
  constraint im_room_name_pkey PRIMARY KEY (room_id, im_account_id),
  constraint im_room_name_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_room_name_room_id_fkey FOREIGN KEY (room_id) REFERENCES im_room(id) ON DELETE CASCADE
);

CREATE INDEX im_room_name_by_account ON public.im_room_name USING btree (im_account_id);

create table im_session (
  im_account_id bigint not null,
  conversation_id bigint not null,
  version bigint not null,
  unread integer not null default 0,
  ack bigint not null default 0,
  receipt bigint not null default 0,
  is_deleted boolean not null default false,
  ext text not null default ''::text,
  cleared_time bigint not null default 0,
  constraint im_session_pkey PRIMARY KEY (im_account_id, conversation_id),
  constraint im_session_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES im_conversation(id) ON DELETE CASCADE,
  constraint im_session_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE
);

CREATE INDEX im_session_by_conversation ON public.im_session USING btree (conversation_id);

create table im_signal_channel (
  id bigint not null,
  app_id bigint not null,
  name text not null,
  type smallint not null,
  creator_id bigint not null,
  ext text not null,
  create_time bigint not null,
  expire_time bigint not null,
  is_closed boolean not null default false,
  constraint im_signal_channel_pkey PRIMARY KEY (id),
  constraint im_signal_channel_app_id_fkey FOREIGN KEY (app_id) REFERENCES im_app(id),
  constraint im_signal_channel_creator_id_fkey FOREIGN KEY (creator_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_signal_channel_type_known CHECK ((type = ANY (ARRAY[1, 2, 3])))
);

CREATE INDEX im_signal_channel_by_creator ON public.im_signal_channel USING btree (creator_id);
CREATE INDEX im_signal_channel_by_end ON public.im_signal_channel USING btree (is_closed, expire_time);
CREATE UNIQUE INDEX im_signal_channel_name ON public.im_signal_channel USING btree (app_id, name) WHERE (NOT is_closed);

create table im_signal_event (
  id bigint not null generated as identity,
  im_account_id bigint not null,
  event_sealed bytea not null,
  create_time bigint not null,
  constraint im_signal_event_pkey PRIMARY KEY (id),
  constraint im_signal_event_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE
);

CREATE INDEX im_signal_event_by_account ON public.im_signal_event USING btree (im_account_id, id);
CREATE INDEX im_signal_event_by_age ON public.im_signal_event USING btree (create_time);

create table im_signal_invite (
  channel_id bigint not null,
  to_id bigint not null,
  request_id text not null,
  from_id bigint not null,
  state text not null default 'pending'::text,
  create_time bigint not null,
  device_id text not null default ''::text,
  constraint im_signal_invite_pkey PRIMARY KEY (channel_id, to_id, request_id),
  constraint im_signal_invite_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES im_signal_channel(id) ON DELETE CASCADE,
  constraint im_signal_invite_from_id_fkey FOREIGN KEY (from_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_signal_invite_to_id_fkey FOREIGN KEY (to_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_signal_invite_state_known CHECK ((state = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text, 'cancelled'::text])))
);

CREATE INDEX im_signal_invite_by_receiver ON public.im_signal_invite USING btree (to_id);
CREATE INDEX im_signal_invite_by_sender ON public.im_signal_invite USING btree (from_id);

create table im_signal_member (
  channel_id bigint not null,
  im_account_id bigint not null,
  uid bigint not null,
  device_id text not null,
  join_time bigint not null,
  absent_time bigint,
  constraint im_signal_member_uid_unique UNIQUE (channel_id, uid),
  constraint im_signal_member_pkey PRIMARY KEY (channel_id, im_account_id),
  constraint im_signal_member_channel_id_fkey FOREIGN KEY (channel_id) REFERENCES im_signal_channel(id) ON DELETE CASCADE,
  constraint im_signal_member_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE
);

CREATE INDEX im_signal_member_by_account ON public.im_signal_member USING btree (im_account_id);

create table im_stick_top (
  im_account_id bigint not null,
  session_id text not null,
  top_custom text not null default ''::text,
  is_top boolean not null,
  create_time bigint not null,
  update_time bigint not null,
  constraint im_stick_top_pkey PRIMARY KEY (im_account_id, session_id),
  constraint im_stick_top_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE
);

create table im_system_message (
  id bigint not null generated as identity,
  im_account_id bigint not null,
  from_id bigint not null,
  type text not null,
  sealed bytea not null,
  is_read boolean not null default false,
  state text not null default 'init'::text,
  time bigint not null,
  constraint im_system_message_pkey PRIMARY KEY (id),
  constraint im_system_message_from_id_fkey FOREIGN KEY (from_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_system_message_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_system_message_state_known CHECK ((state = ANY (ARRAY['init'::text, 'passed'::text, 'rejected'::text, 'error'::text])))
);

CREATE INDEX im_system_message_by_account ON public.im_system_message USING btree (im_account_id, id);
CREATE INDEX im_system_message_by_sender ON public.im_system_message USING btree (from_id);

create table im_team (
  id bigint not null generated as identity,
  version bigint not null default 0,
  last_readable bigint not null default 0,
  member_count integer not null default 0,
  is_valid boolean not null default true,
  app_id bigint not null,
  conversation_id bigint not null,
  owner_id bigint not null,
  scene text not null,
  type smallint not null,
  join_mode smallint not null,
  be_invite_mode smallint not null,
  invite_mode smallint not null,
  update_mode smallint not null,
  update_custom_mode smallint not null,
  mute_type smallint not null default 0,
  create_time bigint not null,
  update_time bigint not null,
  member_update_time bigint not null,
  name text not null,
  avatar text not null default ''::text,
  intro text not null default ''::text,
  announcement text not null default ''::text,
  custom text not null default ''::text,
  is_managed boolean not null default false,
  is_silenced boolean not null default false,
  constraint im_team_conversation_unique UNIQUE (conversation_id),
  constraint im_team_pkey PRIMARY KEY (id),
  constraint im_team_app_id_fkey FOREIGN KEY (app_id) REFERENCES im_app(id),
  constraint im_team_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES im_conversation(id) ON DELETE CASCADE,
  constraint im_team_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES im_account(id),
  constraint im_team_be_invite_mode_known CHECK ((be_invite_mode = ANY (ARRAY[0, 1]))),
  constraint im_team_invite_mode_known CHECK ((invite_mode = ANY (ARRAY[0, 1]))),
  constraint im_team_join_mode_known CHECK ((join_mode = ANY (ARRAY[0, 1, 2]))),
  constraint im_team_mute_type_known CHECK ((mute_type = ANY (ARRAY[0, 1, 3]))),
  constraint im_team_scene_known CHECK ((scene = ANY (ARRAY['team'::text, 'superTeam'::text]))),
  constraint im_team_type_known CHECK ((type = ANY (ARRAY[0, 1]))),
  constraint im_team_update_custom_mode_known CHECK ((update_custom_mode = ANY (ARRAY[0, 1]))),
  constraint im_team_update_mode_known CHECK ((update_mode = ANY (ARRAY[0, 1])))
);

CREATE INDEX im_team_by_owner ON public.im_team USING btree (owner_id);
CREATE INDEX im_team_of_accounts ON public.im_team USING btree (app_id, id) WHERE (is_valid AND (NOT is_managed));

create table im_team_change (
  message_id bigint not null,
  team_id bigint not null,
  version bigint not null,
  is_recalled boolean not null,
  message_time bigint not null,
  operator_id bigint,
  time bigint not null,
  ps text not null default ''::text,
  attach text not null default ''::text,
  constraint im_team_change_pkey PRIMARY KEY (message_id),
  constraint im_team_change_message_id_fkey FOREIGN KEY (message_id) REFERENCES im_message(id) ON DELETE CASCADE,
  constraint im_team_change_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES im_account(id) ON DELETE SET NULL,
  constraint im_team_change_team_id_fkey FOREIGN KEY (team_id) REFERENCES im_team(id) ON DELETE CASCADE
);

CREATE INDEX im_team_change_by_operator ON public.im_team_change USING btree (operator_id) WHERE (operator_id IS NOT NULL);
CREATE INDEX im_team_change_by_recall ON public.im_team_change USING btree (team_id, message_time) WHERE is_recalled;
CREATE INDEX im_team_change_by_version ON public.im_team_change USING btree (team_id, version);

create table im_team_file (
  file_id bigint not null,
  sender_id bigint not null,
  id_client text not null,
  name text not null,
  constraint im_team_file_pkey PRIMARY KEY (file_id, sender_id, id_client),
  constraint im_team_file_file_id_fkey FOREIGN KEY (file_id) REFERENCES im_file(id) ON DELETE CASCADE
);

CREATE INDEX im_team_file_by_message ON public.im_team_file USING btree (sender_id, id_client);

create table im_team_link (
  team_id bigint not null,
  code text not null,
  created_by bigint not null,
  expires_at timestamp with time zone not null,
  constraint im_team_link_code_key UNIQUE (code),
  constraint im_team_link_pkey PRIMARY KEY (team_id),
  constraint im_team_link_created_by_fkey FOREIGN KEY (created_by) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_team_link_team_id_fkey FOREIGN KEY (team_id) REFERENCES im_team(id) ON DELETE CASCADE,
  constraint im_team_link_code_length CHECK (((char_length(code) >= 8) AND (char_length(code) <= 32)))
);

CREATE INDEX im_team_link_by_age ON public.im_team_link USING btree (expires_at);
CREATE INDEX im_team_link_by_creator ON public.im_team_link USING btree (created_by);

create table im_team_member (
  team_id bigint not null,
  im_account_id bigint not null,
  version bigint not null default 1,
  own_readable bigint not null default 0,
  ack bigint not null,
  ack_readable bigint not null,
  ack_own_readable bigint not null,
  join_seq bigint not null,
  cleared_time bigint not null,
  join_time bigint not null,
  update_time bigint not null,
  inviter_id bigint,
  role smallint not null,
  notify_type smallint not null default 0,
  is_valid boolean not null default true,
  is_muted boolean not null default false,
  is_deleted boolean not null default false,
  nick text not null default ''::text,
  custom text not null default ''::text,
  ext text not null default ''::text,
  receipt bigint not null default 0,
  hidden_times bigint[] not null default '{}'::bigint[],
  cleared_seq bigint not null default 0,
  followed text[] not null default '{}'::text[],
  deleted_seq bigint not null default 0,
  removed_time bigint,
  staff_mute_reason text,
  constraint im_team_member_pkey PRIMARY KEY (team_id, im_account_id),
  constraint im_team_member_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_team_member_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES im_account(id) ON DELETE SET NULL,
  constraint im_team_member_team_id_fkey FOREIGN KEY (team_id) REFERENCES im_team(id) ON DELETE CASCADE,
  constraint im_team_member_notify_type_known CHECK ((notify_type = ANY (ARRAY[0, 1, 2]))),
  constraint im_team_member_role_known CHECK ((role = ANY (ARRAY[0, 1, 2]))),
  constraint im_team_member_staff_mute CHECK (((staff_mute_reason IS NULL) OR is_muted))
);

CREATE INDEX im_team_member_by_inviter ON public.im_team_member USING btree (inviter_id) WHERE (inviter_id IS NOT NULL);
CREATE INDEX im_team_member_by_join ON public.im_team_member USING btree (team_id, join_time, im_account_id) WHERE is_valid;
CREATE INDEX im_team_member_by_join_seq ON public.im_team_member USING btree (team_id, join_seq) WHERE is_valid;
CREATE INDEX im_team_member_by_leaving ON public.im_team_member USING btree (update_time) WHERE (NOT is_valid);
CREATE INDEX im_team_member_by_mute ON public.im_team_member USING btree (team_id, join_time, im_account_id) WHERE (is_valid AND is_muted);
CREATE INDEX im_team_member_by_role ON public.im_team_member USING btree (team_id) WHERE (is_valid AND (role <> 0));
CREATE INDEX im_team_member_of_account ON public.im_team_member USING btree (im_account_id, is_valid);
CREATE TRIGGER im_team_member_led_consent BEFORE INSERT OR UPDATE OF is_valid ON public.im_team_member FOR EACH ROW WHEN ((new.is_valid AND (new.role = 0))) EXECUTE FUNCTION require_led_consent();
CREATE TRIGGER im_team_member_led_consent_end AFTER UPDATE OF is_valid ON public.im_team_member FOR EACH ROW WHEN ((old.is_valid AND (NOT new.is_valid))) EXECUTE FUNCTION end_led_consent();

create table im_token (
  id bigint not null generated as identity,
  im_account_id bigint not null,
  session_id bigint,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint im_token_hash_unique UNIQUE (token_hash),
  constraint im_token_pkey PRIMARY KEY (id),
  constraint im_token_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);

CREATE INDEX im_token_by_account ON public.im_token USING btree (im_account_id);
CREATE INDEX im_token_by_expiry ON public.im_token USING btree (expires_at);
CREATE INDEX im_token_by_session ON public.im_token USING btree (session_id);
CREATE UNIQUE INDEX im_token_one_without_session ON public.im_token USING btree (im_account_id) WHERE (session_id IS NULL);

create table im_user (
  im_account_id bigint not null,
  nick text not null default ''::text,
  avatar text not null default ''::text,
  sign text not null default ''::text,
  gender smallint not null default 0,
  custom text not null default ''::text,
  sealed bytea not null default '\x'::bytea,
  alias text not null default ''::text,
  is_pushed_beside_desktop boolean not null default true,
  created_at timestamp with time zone not null default now(),
  update_time bigint not null default 0,
  constraint im_user_pkey PRIMARY KEY (im_account_id),
  constraint im_user_im_account_id_fkey FOREIGN KEY (im_account_id) REFERENCES im_account(id) ON DELETE CASCADE,
  constraint im_user_gender_known CHECK (((gender >= 0) AND (gender <= 2)))
);

create table job (
  name text not null,
  due_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  failure text,
  constraint job_pkey PRIMARY KEY (name)
);

create table kept_room (
  room_id bigint not null,
  registration_id bigint not null,
  constraint kept_room_pkey PRIMARY KEY (room_id),
  constraint kept_room_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registration(id) ON DELETE CASCADE,
  constraint kept_room_room_id_fkey FOREIGN KEY (room_id) REFERENCES meeting_room(id) ON DELETE CASCADE
);

CREATE INDEX kept_room_by_registration ON public.kept_room USING btree (registration_id);

create table key_in_force (
  only_row boolean not null default true,
  key_id smallint not null default 1,
  since timestamp with time zone not null default now(),
  constraint key_in_force_pkey PRIMARY KEY (only_row),
  constraint key_in_force_is_a_byte CHECK (((key_id >= 1) AND (key_id <= 255))),
  constraint key_in_force_only_one CHECK (only_row)
);

create table known_device (
  account_id bigint not null,
  device_hash bytea not null,
  seen_at timestamp with time zone not null default now(),
  constraint known_device_pkey PRIMARY KEY (account_id, device_hash),
  constraint known_device_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table lecture (
  id bigint not null generated as identity,
  title text not null,
  speaker text not null,
  summary text not null,
  introduction text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  audience text not null,
  stream_url text not null default ''::text,
  replay_url text not null default ''::text,
  recording_key text,
  recording_bytes bigint not null default 0,
  replay_from timestamp with time zone not null,
  credit_tenths integer not null default 0,
  needed_minutes integer not null,
  state text not null default 'draft'::text,
  cancel_reason text not null default ''::text,
  room_id bigint not null,
  reminded_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint lecture_room_unique UNIQUE (room_id),
  constraint lecture_pkey PRIMARY KEY (id),
  constraint lecture_room_id_fkey FOREIGN KEY (room_id) REFERENCES im_room(id),
  constraint lecture_audience_known CHECK ((audience = ANY (ARRAY['public'::text, 'signedIn'::text, 'members'::text]))),
  constraint lecture_credits_not_negative CHECK ((credit_tenths >= 0)),
  constraint lecture_in_order CHECK ((ends_at > starts_at)),
  constraint lecture_minutes_positive CHECK ((needed_minutes > 0)),
  constraint lecture_state_known CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'cancelled'::text])))
);

CREATE INDEX lecture_by_end ON public.lecture USING btree (ends_at) WHERE (state = 'published'::text);
CREATE INDEX lecture_by_start ON public.lecture USING btree (starts_at DESC, id DESC);

create table lecture_attendance (
  lecture_id bigint not null,
  account_id bigint not null,
  seconds integer not null default 0,
  beat_at timestamp with time zone,
  hand_raised_at timestamp with time zone,
  wants_reminder boolean not null default false,
  created_at timestamp with time zone not null default now(),
  hand_called_at timestamp with time zone,
  constraint lecture_attendance_pkey PRIMARY KEY (lecture_id, account_id),
  constraint lecture_attendance_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint lecture_attendance_lecture_id_fkey FOREIGN KEY (lecture_id) REFERENCES lecture(id) ON DELETE CASCADE
);

CREATE INDEX lecture_attendance_by_account ON public.lecture_attendance USING btree (account_id, beat_at DESC NULLS LAST);
CREATE INDEX lecture_attendance_by_hand ON public.lecture_attendance USING btree (lecture_id, hand_raised_at) WHERE (hand_raised_at IS NOT NULL);

create table lecture_question (
  id bigint not null generated as identity,
  lecture_id bigint not null,
  account_id bigint not null,
  name text not null,
  text_sealed bytea not null,
  state text not null default 'waiting'::text,
  settled_by bigint,
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  answer_sealed bytea,
  has_danger boolean not null default false,
  constraint lecture_question_pkey PRIMARY KEY (id),
  constraint lecture_question_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint lecture_question_lecture_id_fkey FOREIGN KEY (lecture_id) REFERENCES lecture(id) ON DELETE CASCADE,
  constraint lecture_question_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint lecture_question_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'answered'::text, 'shelved'::text])))
);

CREATE INDEX lecture_question_by_account ON public.lecture_question USING btree (account_id);
CREATE INDEX lecture_question_by_lecture ON public.lecture_question USING btree (lecture_id, id);
CREATE INDEX lecture_question_by_settler ON public.lecture_question USING btree (settled_by) WHERE (settled_by IS NOT NULL);

create table led_consent (
  id bigint not null generated as identity,
  group_id bigint not null,
  account_id bigint,
  version text not null,
  text_hash text not null,
  given_at timestamp with time zone not null default now(),
  withdrawn_at timestamp with time zone,
  constraint led_consent_pkey PRIMARY KEY (id),
  constraint led_consent_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint led_consent_group_id_fkey FOREIGN KEY (group_id) REFERENCES peer_group(id) ON DELETE CASCADE
);

CREATE INDEX led_consent_by_account ON public.led_consent USING btree (account_id, id DESC);
CREATE UNIQUE INDEX led_consent_in_force ON public.led_consent USING btree (group_id, account_id) WHERE (withdrawn_at IS NULL);

create table led_invitation (
  group_id bigint not null,
  account_id bigint not null,
  invited_by bigint,
  invited_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  withdrawn_at timestamp with time zone,
  id bigint not null generated as identity,
  declined_at timestamp with time zone,
  constraint led_invitation_once_a_leader UNIQUE (group_id, account_id, invited_by),
  constraint led_invitation_pkey PRIMARY KEY (id),
  constraint led_invitation_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint led_invitation_group_id_fkey FOREIGN KEY (group_id) REFERENCES peer_group(id) ON DELETE CASCADE,
  constraint led_invitation_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint led_invitation_declined_is_withdrawn CHECK (((declined_at IS NULL) OR (withdrawn_at IS NOT NULL)))
);

CREATE INDEX led_invitation_by_account ON public.led_invitation USING btree (account_id);
CREATE INDEX led_invitation_by_leader ON public.led_invitation USING btree (invited_by) WHERE (invited_by IS NOT NULL);

create table ledger_entry (
  id bigint not null generated as identity,
  at timestamp with time zone not null default now(),
  order_id bigint not null,
  payment_id bigint,
  refund_id bigint,
  debit text not null,
  credit text not null,
  cents integer not null,
  constraint ledger_entry_once_a_payment UNIQUE (payment_id),
  constraint ledger_entry_once_a_refund UNIQUE (refund_id),
  constraint ledger_entry_pkey PRIMARY KEY (id),
  constraint ledger_entry_order_id_fkey FOREIGN KEY (order_id) REFERENCES pay_order(id),
  constraint ledger_entry_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint ledger_entry_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refund(id),
  constraint ledger_entry_positive CHECK ((cents > 0)),
  constraint ledger_entry_tells_of_one CHECK ((num_nonnulls(payment_id, refund_id) = 1))
);

CREATE INDEX ledger_entry_by_order ON public.ledger_entry USING btree (order_id);
CREATE INDEX ledger_entry_by_time ON public.ledger_entry USING btree (at);
CREATE TRIGGER ledger_entry_only_grows BEFORE DELETE OR UPDATE ON public.ledger_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table meeting (
  id bigint not null generated as identity,
  title text not null,
  content text not null,
  location text not null,
  registration_deadline timestamp with time zone not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  change_deadline timestamp with time zone not null,
  full_refund_until timestamp with time zone not null,
  half_refund_until timestamp with time zone not null,
  hold_hours integer not null default 72,
  offer_hours integer not null default 24,
  credit_hours integer not null default 0,
  retention_days integer not null default 180,
  state text not null default 'draft'::text,
  published_at timestamp with time zone,
  purged_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  rooms_told_at timestamp with time zone,
  kind text not null default 'event'::text,
  constraint meeting_pkey PRIMARY KEY (id),
  constraint meeting_ends_after_start CHECK ((ends_at > starts_at)),
  constraint meeting_kind_known CHECK ((kind = ANY (ARRAY['annual'::text, 'event'::text]))),
  constraint meeting_open_when_published CHECK (((state = 'draft'::text) OR (published_at IS NOT NULL))),
  constraint meeting_refund_halves_later CHECK ((half_refund_until >= full_refund_until)),
  constraint meeting_state_known CHECK ((state = ANY (ARRAY['draft'::text, 'open'::text, 'closed'::text])))
);

CREATE INDEX meeting_by_start ON public.meeting USING btree (starts_at DESC, id DESC);
CREATE INDEX meeting_open_by_start ON public.meeting USING btree (starts_at, id) WHERE (state = 'open'::text);

create table meeting_room (
  id bigint not null generated as identity,
  meeting_id bigint not null,
  name text not null,
  beds smallint not null,
  constraint meeting_room_name_unique UNIQUE (meeting_id, name),
  constraint meeting_room_pkey PRIMARY KEY (id),
  constraint meeting_room_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES meeting(id) ON DELETE CASCADE,
  constraint meeting_room_beds CHECK (((beds >= 1) AND (beds <= 20)))
);

create table meeting_session (
  id bigint not null generated as identity,
  meeting_id bigint not null,
  title text not null,
  speaker text not null,
  place text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  credit_tenths integer not null default 0,
  constraint meeting_session_pkey PRIMARY KEY (id),
  constraint meeting_session_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES meeting(id) ON DELETE CASCADE,
  constraint meeting_session_credits CHECK (((credit_tenths >= 0) AND (credit_tenths <= 1000))),
  constraint meeting_session_ends_after_start CHECK ((ends_at > starts_at))
);

CREATE INDEX meeting_session_by_time ON public.meeting_session USING btree (meeting_id, starts_at, id);

create table meeting_type (
  meeting_id bigint not null,
  attend_type smallint not null,
  price_cents integer not null,
  early_price_cents integer,
  early_until timestamp with time zone,
  quota integer,
  enabled boolean not null default true,
  constraint meeting_type_pkey PRIMARY KEY (meeting_id, attend_type),
  constraint meeting_type_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES meeting(id) ON DELETE CASCADE,
  constraint meeting_type_early_price CHECK ((early_price_cents >= 0)),
  constraint meeting_type_early_whole CHECK (((early_price_cents IS NULL) = (early_until IS NULL))),
  constraint meeting_type_known CHECK (((attend_type >= 1) AND (attend_type <= 4))),
  constraint meeting_type_price CHECK ((price_cents >= 0)),
  constraint meeting_type_quota CHECK ((quota >= 0))
);

create table member (
  id bigint not null generated as identity,
  number text not null,
  kind text not null,
  level_id smallint not null,
  account_id bigint,
  name text not null,
  organization text not null default ''::text,
  gender text,
  state text not null,
  joined_on date not null,
  term_from date not null,
  term_until date not null,
  left_on date,
  left_reason text,
  id_number_sealed bytea,
  id_number_index bytea,
  phone_sealed bytea not null,
  phone_index bytea not null,
  email_sealed bytea,
  in_directory boolean not null default false,
  introduction text not null default ''::text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  application_id bigint,
  wished_level_id smallint,
  wished_at timestamp with time zone,
  constraint member_number_unique UNIQUE (number),
  constraint member_pkey PRIMARY KEY (id),
  constraint member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint member_application_id_fkey FOREIGN KEY (application_id) REFERENCES member_application(id) ON DELETE SET NULL,
  constraint member_level_id_fkey FOREIGN KEY (level_id) REFERENCES member_level(id),
  constraint member_wished_level_id_fkey FOREIGN KEY (wished_level_id) REFERENCES member_level(id),
  constraint member_gender_known CHECK ((gender = ANY (ARRAY['男'::text, '女'::text]))),
  constraint member_kind_known CHECK ((kind = ANY (ARRAY['individual'::text, 'unit'::text]))),
  constraint member_left_with_day CHECK (((state = 'left'::text) = (left_on IS NOT NULL))),
  constraint member_state_known CHECK ((state = ANY (ARRAY['active'::text, 'grace'::text, 'lapsed'::text, 'left'::text]))),
  constraint member_term_in_order CHECK ((term_from <= term_until)),
  constraint member_wish_with_time CHECK (((wished_level_id IS NULL) = (wished_at IS NULL)))
);

CREATE INDEX member_by_account ON public.member USING btree (account_id, id DESC);
CREATE INDEX member_by_application ON public.member USING btree (application_id);
CREATE INDEX member_by_kind ON public.member USING btree (kind, id DESC);
CREATE INDEX member_by_level ON public.member USING btree (level_id);
CREATE INDEX member_by_phone ON public.member USING btree (phone_index);
CREATE INDEX member_by_state ON public.member USING btree (state, id DESC);
CREATE INDEX member_by_term ON public.member USING btree (term_until, id) WHERE (state = ANY (ARRAY['active'::text, 'grace'::text, 'lapsed'::text]));
CREATE INDEX member_by_wish ON public.member USING btree (id DESC) WHERE (wished_level_id IS NOT NULL);
CREATE INDEX member_directory ON public.member USING btree (joined_on DESC, id DESC) WHERE (in_directory AND (state = ANY (ARRAY['active'::text, 'grace'::text])));
CREATE UNIQUE INDEX member_live_account ON public.member USING btree (account_id) WHERE ((state <> 'left'::text) AND (account_id IS NOT NULL));
CREATE UNIQUE INDEX member_live_id_number ON public.member USING btree (kind, id_number_index) WHERE ((state <> 'left'::text) AND (id_number_index IS NOT NULL));

create table member_application (
  id bigint not null generated as identity,
  account_id bigint not null,
  kind text not null,
  level_id smallint,
  state text not null,
  stage text not null default 'secretariat'::text,
  name text not null default ''::text,
  organization text not null default ''::text,
  form_sealed bytea not null,
  id_number_index bytea,
  phone_index bytea,
  resume_key text,
  warnings text[] not null default '{}'::text[],
  submitted_at timestamp with time zone,
  branch_by bigint,
  decided_by bigint,
  decided_at timestamp with time zone,
  reason text not null default ''::text,
  field_reasons jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  branch_id smallint,
  constraint member_application_pkey PRIMARY KEY (id),
  constraint member_application_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint member_application_branch_by_fkey FOREIGN KEY (branch_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint member_application_branch_id_fkey FOREIGN KEY (branch_id) REFERENCES member_branch(id),
  constraint member_application_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint member_application_level_id_fkey FOREIGN KEY (level_id) REFERENCES member_level(id),
  constraint member_application_resume_key_fkey FOREIGN KEY (resume_key) REFERENCES private_file(key) ON DELETE SET NULL,
  constraint member_application_kind_known CHECK ((kind = ANY (ARRAY['individual'::text, 'unit'::text]))),
  constraint member_application_stage_known CHECK ((stage = ANY (ARRAY['branch'::text, 'secretariat'::text]))),
  constraint member_application_state_known CHECK ((state = ANY (ARRAY['draft'::text, 'submitted'::text, 'returned'::text, 'rejected'::text, 'approved'::text, 'joined'::text, 'withdrawn'::text])))
);

CREATE INDEX member_application_by_account ON public.member_application USING btree (account_id, id DESC);
CREATE INDEX member_application_by_branch ON public.member_application USING btree (branch_id, state, id DESC) WHERE (branch_id IS NOT NULL);
CREATE INDEX member_application_by_number ON public.member_application USING btree (id_number_index) WHERE (id_number_index IS NOT NULL);
CREATE INDEX member_application_by_phone ON public.member_application USING btree (phone_index) WHERE (phone_index IS NOT NULL);
CREATE INDEX member_application_by_resume ON public.member_application USING btree (resume_key);
CREATE INDEX member_application_by_state ON public.member_application USING btree (state, id DESC);
CREATE UNIQUE INDEX member_application_live ON public.member_application USING btree (account_id) WHERE (state = ANY (ARRAY['draft'::text, 'submitted'::text, 'returned'::text, 'approved'::text]));
CREATE INDEX member_application_waiting ON public.member_application USING btree (submitted_at, id) WHERE (state = 'submitted'::text);

create table member_application_step (
  id bigint not null generated as identity,
  application_id bigint not null,
  actor_id bigint,
  step text not null,
  reason text not null default ''::text,
  at timestamp with time zone not null default now(),
  constraint member_application_step_pkey PRIMARY KEY (id),
  constraint member_application_step_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint member_application_step_application_id_fkey FOREIGN KEY (application_id) REFERENCES member_application(id) ON DELETE CASCADE
);

CREATE INDEX member_application_step_by_application ON public.member_application_step USING btree (application_id, id);

create table member_branch (
  id smallint not null generated as identity,
  name text not null,
  position smallint not null default 0,
  enabled boolean not null default true,
  constraint member_branch_name_unique UNIQUE (name),
  constraint member_branch_pkey PRIMARY KEY (id)
);

create table member_fee (
  id bigint not null generated as identity,
  level_id smallint not null,
  cents integer not null,
  term_months smallint not null,
  effective_from date not null,
  decision text not null,
  decided_on date not null,
  decision_file text,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint member_fee_one_a_day UNIQUE (level_id, effective_from),
  constraint member_fee_pkey PRIMARY KEY (id),
  constraint member_fee_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint member_fee_decision_file_fkey FOREIGN KEY (decision_file) REFERENCES private_file(key),
  constraint member_fee_level_id_fkey FOREIGN KEY (level_id) REFERENCES member_level(id),
  constraint member_fee_cents_sane CHECK (((cents >= 0) AND (cents <= 100000000))),
  constraint member_fee_term_sane CHECK (((term_months >= 1) AND (term_months <= 120)))
);

CREATE TRIGGER member_fee_changed AFTER INSERT ON public.member_fee FOR EACH STATEMENT EXECUTE FUNCTION raise_content_version();
CREATE TRIGGER member_fee_never_changes BEFORE DELETE OR UPDATE ON public.member_fee FOR EACH ROW EXECUTE FUNCTION refuse_fee_change();

create table member_level (
  id smallint not null generated as identity,
  kind text not null,
  title text not null,
  description text not null default ''::text,
  seats smallint not null default 1,
  enabled boolean not null default true,
  position smallint not null default 0,
  constraint member_level_title_unique UNIQUE (title),
  constraint member_level_pkey PRIMARY KEY (id),
  constraint member_level_kind_known CHECK ((kind = ANY (ARRAY['individual'::text, 'unit'::text]))),
  constraint member_level_seats_sane CHECK (((seats >= 1) AND (seats <= 500)))
);

CREATE TRIGGER member_level_changed AFTER INSERT OR DELETE OR UPDATE ON public.member_level FOR EACH STATEMENT EXECUTE FUNCTION raise_content_version();

create table member_note (
  id bigint not null generated as identity,
  application_id bigint not null,
  author_id bigint,
  text_sealed bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint member_note_pkey PRIMARY KEY (id),
  constraint member_note_application_id_fkey FOREIGN KEY (application_id) REFERENCES member_application(id) ON DELETE CASCADE,
  constraint member_note_author_id_fkey FOREIGN KEY (author_id) REFERENCES account(id) ON DELETE SET NULL
);

CREATE INDEX member_note_by_application ON public.member_note USING btree (application_id, id);

create table member_reminder (
  id bigint not null generated as identity,
  member_id bigint not null,
  term_until date not null,
  days smallint not null,
  created_at timestamp with time zone not null default now(),
  kind text not null default 'reminder'::text,
  by_phone boolean not null default false,
  people smallint not null default 0,
  constraint member_reminder_once UNIQUE (member_id, term_until, days, kind),
  constraint member_reminder_pkey PRIMARY KEY (id),
  constraint member_reminder_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id) ON DELETE CASCADE,
  constraint member_reminder_kind_known CHECK ((kind = ANY (ARRAY['reminder'::text, 'grace'::text, 'lapsed'::text, 'left'::text])))
);

CREATE INDEX member_reminder_by_time ON public.member_reminder USING btree (id DESC);

create table member_seat (
  id bigint not null generated as identity,
  member_id bigint not null,
  account_id bigint,
  name text not null,
  phone_sealed bytea not null,
  phone_index bytea not null,
  state text not null default 'asked'::text,
  created_at timestamp with time zone not null default now(),
  constraint member_seat_once UNIQUE (member_id, phone_index),
  constraint member_seat_pkey PRIMARY KEY (id),
  constraint member_seat_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint member_seat_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id) ON DELETE CASCADE,
  constraint member_seat_state_known CHECK ((state = ANY (ARRAY['asked'::text, 'taken'::text]))),
  constraint member_seat_taken_by_somebody CHECK (((state = 'asked'::text) OR (account_id IS NOT NULL)))
);

CREATE UNIQUE INDEX member_seat_by_account ON public.member_seat USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX member_seat_by_phone ON public.member_seat USING btree (phone_index);

create table member_term (
  id bigint not null generated as identity,
  member_id bigint not null,
  fee_id bigint,
  order_no text,
  cents integer not null,
  starts_on date not null,
  ends_on date not null,
  cancelled_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint member_term_order_once UNIQUE (order_no),
  constraint member_term_pkey PRIMARY KEY (id),
  constraint member_term_fee_id_fkey FOREIGN KEY (fee_id) REFERENCES member_fee(id),
  constraint member_term_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id) ON DELETE CASCADE
);

CREATE INDEX member_term_by_fee ON public.member_term USING btree (fee_id);
CREATE INDEX member_term_by_member ON public.member_term USING btree (member_id, starts_on DESC);

create table membership_settings (
  only_row boolean not null default true,
  settings jsonb not null,
  constraint membership_settings_pkey PRIMARY KEY (only_row),
  constraint membership_settings_only_one CHECK (only_row)
);

create table message (
  id bigint not null generated as identity,
  account_id bigint not null,
  kind text not null,
  type smallint not null,
  title text not null,
  link text not null,
  bulletin_id bigint,
  question_id bigint,
  from_name text not null,
  from_avatar text not null,
  once_key text,
  read_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint message_pkey PRIMARY KEY (id),
  constraint message_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint message_bulletin_id_fkey FOREIGN KEY (bulletin_id) REFERENCES bulletin(id) ON DELETE CASCADE,
  constraint message_type_known CHECK ((type = ANY (ARRAY[1, 3, 5, 6])))
);

CREATE INDEX message_by_bulletin ON public.message USING btree (bulletin_id) WHERE (bulletin_id IS NOT NULL);
CREATE UNIQUE INDEX message_once ON public.message USING btree (account_id, once_key) WHERE (once_key IS NOT NULL);
CREATE INDEX message_read ON public.message USING btree (account_id, id DESC) WHERE (read_at IS NOT NULL);
CREATE INDEX message_unread ON public.message USING btree (account_id, id DESC) WHERE (read_at IS NULL);

create table migration (
  name text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (name)
);

create table notice_choice (
  account_id bigint not null,
  kind text not null,
  site boolean not null,
  sms boolean not null,
  mail boolean not null,
  push boolean not null default true,
  constraint notice_choice_pkey PRIMARY KEY (account_id, kind),
  constraint notice_choice_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table notice_quiet (
  account_id bigint not null,
  enabled boolean not null,
  from_minute smallint not null,
  to_minute smallint not null,
  constraint notice_quiet_pkey PRIMARY KEY (account_id),
  constraint notice_quiet_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint notice_quiet_from_in_day CHECK (((from_minute >= 0) AND (from_minute <= 1439))),
  constraint notice_quiet_to_in_day CHECK (((to_minute >= 0) AND (to_minute <= 1439)))
);

create table pay_attempt (
  id bigint not null generated as identity,
  order_id bigint not null,
  attempt_no text not null,
  provider text not null,
  method text not null,
  state text not null default 'starting'::text,
  amount_cents integer not null,
  ticket jsonb,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  query_at timestamp with time zone,
  queries integer not null default 0,
  failure text,
  constraint pay_attempt_no_unique UNIQUE (attempt_no),
  constraint pay_attempt_pkey PRIMARY KEY (id),
  constraint pay_attempt_order_id_fkey FOREIGN KEY (order_id) REFERENCES pay_order(id),
  constraint pay_attempt_provider_known CHECK ((provider = ANY (ARRAY['wechat'::text, 'alipay'::text, 'bank'::text, 'cash'::text]))),
  constraint pay_attempt_state_known CHECK ((state = ANY (ARRAY['starting'::text, 'waiting'::text, 'paid'::text, 'closed'::text, 'failed'::text])))
);

CREATE INDEX pay_attempt_by_order ON public.pay_attempt USING btree (order_id, id DESC);
CREATE UNIQUE INDEX pay_attempt_live ON public.pay_attempt USING btree (order_id) WHERE (state = ANY (ARRAY['starting'::text, 'waiting'::text]));
CREATE INDEX pay_attempt_to_query ON public.pay_attempt USING btree (query_at) WHERE (state = ANY (ARRAY['starting'::text, 'waiting'::text]));

create table pay_callback (
  id bigint not null generated as identity,
  provider text not null,
  body text not null,
  headers jsonb not null,
  received_at timestamp with time zone not null default now(),
  verdict text,
  constraint pay_callback_pkey PRIMARY KEY (id)
);

CREATE INDEX pay_callback_by_time ON public.pay_callback USING btree (received_at);

create table pay_order (
  id bigint not null generated as identity,
  order_no text not null,
  account_id bigint,
  kind text not null,
  title text not null,
  amount_cents integer not null,
  refunded_cents integer not null default 0,
  state text not null default 'open'::text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  subject_type text not null,
  subject_id bigint not null,
  fee_id bigint,
  previous_term_until date,
  constraint pay_order_no_unique UNIQUE (order_no),
  constraint pay_order_pkey PRIMARY KEY (id),
  constraint pay_order_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id),
  constraint pay_order_fee_id_fkey FOREIGN KEY (fee_id) REFERENCES member_fee(id),
  constraint pay_order_amount_positive CHECK ((amount_cents > 0)),
  constraint pay_order_fee_of_dues CHECK (((kind = 'membershipFee'::text) = (fee_id IS NOT NULL))),
  constraint pay_order_paid_when_paid CHECK (((state = ANY (ARRAY['paid'::text, 'refunded'::text])) = (paid_at IS NOT NULL))),
  constraint pay_order_refunded_when_whole CHECK (((state = 'refunded'::text) = (refunded_cents = amount_cents))),
  constraint pay_order_refunded_within CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents))),
  constraint pay_order_state_known CHECK ((state = ANY (ARRAY['open'::text, 'paid'::text, 'closed'::text, 'refunded'::text]))),
  constraint pay_order_subject_fits_kind CHECK ((((((kind = 'membershipFee'::text) AND (subject_type = 'application'::text)) OR ((kind = 'membershipFee'::text) AND (subject_type = 'member'::text))) OR ((kind = 'conference'::text) AND (subject_type = 'registration'::text))) OR ((kind = 'booking'::text) AND (subject_type = 'booking'::text)))),
  constraint pay_order_term_of_member CHECK (((subject_type = 'member'::text) = (previous_term_until IS NOT NULL)))
);

CREATE INDEX pay_order_by_account ON public.pay_order USING btree (account_id, id DESC);
CREATE INDEX pay_order_by_kind ON public.pay_order USING btree (kind, id DESC);
CREATE INDEX pay_order_by_state ON public.pay_order USING btree (state, id DESC);
CREATE UNIQUE INDEX pay_order_live ON public.pay_order USING btree (account_id, kind, subject_type, subject_id, COALESCE(fee_id, (0)::bigint), COALESCE(previous_term_until, '-infinity'::date)) WHERE (state = ANY (ARRAY['open'::text, 'paid'::text]));
CREATE INDEX pay_order_to_expire ON public.pay_order USING btree (expires_at) WHERE (state = 'open'::text);

create table payment (
  id bigint not null generated as identity,
  order_id bigint not null,
  attempt_id bigint not null,
  provider text not null,
  transaction_id text not null,
  amount_cents integer not null,
  purpose text not null,
  learned_by text not null,
  paid_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  constraint payment_transaction_unique UNIQUE (provider, transaction_id),
  constraint payment_pkey PRIMARY KEY (id),
  constraint payment_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES pay_attempt(id),
  constraint payment_order_id_fkey FOREIGN KEY (order_id) REFERENCES pay_order(id),
  constraint payment_amount_positive CHECK ((amount_cents > 0)),
  constraint payment_purpose_known CHECK ((purpose = ANY (ARRAY['order'::text, 'surplus'::text, 'mismatch'::text]))),
  constraint payment_source_known CHECK ((learned_by = ANY (ARRAY['callback'::text, 'query'::text, 'bill'::text, 'staff'::text])))
);

CREATE INDEX payment_by_attempt ON public.payment USING btree (attempt_id);
CREATE INDEX payment_by_day ON public.payment USING btree (provider, paid_at);
CREATE INDEX payment_by_order ON public.payment USING btree (order_id);
CREATE UNIQUE INDEX payment_of_order ON public.payment USING btree (order_id) WHERE (purpose = 'order'::text);

create table peer_application (
  id bigint not null generated as identity,
  group_id bigint not null,
  account_id bigint not null,
  alias text not null,
  note_sealed bytea not null,
  state text not null default 'waiting'::text,
  reason text not null default ''::text,
  decided_by bigint,
  created_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  alias_folded text not null,
  constraint peer_application_pkey PRIMARY KEY (id),
  constraint peer_application_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint peer_application_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint peer_application_group_id_fkey FOREIGN KEY (group_id) REFERENCES peer_group(id) ON DELETE CASCADE,
  constraint peer_application_state_known CHECK ((state = ANY (ARRAY['waiting'::text, 'accepted'::text, 'refused'::text, 'withdrawn'::text, 'ended'::text])))
);

CREATE UNIQUE INDEX peer_application_alias ON public.peer_application USING btree (group_id, alias_folded) WHERE (state = ANY (ARRAY['waiting'::text, 'accepted'::text]));
CREATE INDEX peer_application_by_account ON public.peer_application USING btree (account_id, id DESC);
CREATE INDEX peer_application_by_decider ON public.peer_application USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE UNIQUE INDEX peer_application_live ON public.peer_application USING btree (group_id, account_id) WHERE (state = ANY (ARRAY['waiting'::text, 'accepted'::text]));

create table peer_group (
  id bigint not null generated as identity,
  title text not null,
  summary text not null,
  description text not null,
  rules text not null,
  capacity smallint not null,
  state text not null default 'draft'::text,
  leader_id bigint not null,
  co_leader_id bigint,
  team_id bigint,
  created_at timestamp with time zone not null default now(),
  kind text not null default 'peer'::text,
  starts_on date,
  ends_on date,
  is_closed_by_staff boolean not null default false,
  ended_by bigint,
  ended_at timestamp with time zone,
  end_reason text not null default ''::text,
  co_leader_agreed_at timestamp with time zone,
  constraint peer_group_team_unique UNIQUE (team_id),
  constraint peer_group_pkey PRIMARY KEY (id),
  constraint peer_group_co_leader_id_fkey FOREIGN KEY (co_leader_id) REFERENCES account(id),
  constraint peer_group_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint peer_group_leader_id_fkey FOREIGN KEY (leader_id) REFERENCES account(id),
  constraint peer_group_team_id_fkey FOREIGN KEY (team_id) REFERENCES im_team(id),
  constraint peer_group_capacity_positive CHECK ((capacity > 0)),
  constraint peer_group_days_in_order CHECK ((ends_on >= starts_on)),
  constraint peer_group_kind_known CHECK ((kind = ANY (ARRAY['peer'::text, 'led'::text]))),
  constraint peer_group_open_with_team CHECK (((state <> ALL (ARRAY['open'::text, 'closed'::text])) OR (team_id IS NOT NULL))),
  constraint peer_group_state_known CHECK ((state = ANY (ARRAY['proposed'::text, 'draft'::text, 'open'::text, 'closed'::text, 'dissolved'::text]))),
  constraint peer_group_two_leaders CHECK ((co_leader_id <> leader_id))
);

CREATE INDEX peer_group_by_co_leader ON public.peer_group USING btree (co_leader_id) WHERE (co_leader_id IS NOT NULL);
CREATE INDEX peer_group_by_ender ON public.peer_group USING btree (ended_by) WHERE (ended_by IS NOT NULL);
CREATE INDEX peer_group_by_leader ON public.peer_group USING btree (leader_id);
CREATE INDEX peer_group_in_order ON public.peer_group USING btree (state DESC, id DESC) WHERE (state = ANY (ARRAY['open'::text, 'closed'::text]));

create table peer_report (
  id bigint not null generated as identity,
  group_id bigint,
  reporter_id bigint not null,
  reported_id bigint,
  message_id bigint not null,
  reason text not null,
  texts_sealed bytea not null,
  state text not null default 'open'::text,
  outcome text not null default ''::text,
  handled_by bigint,
  created_at timestamp with time zone not null default now(),
  handled_at timestamp with time zone,
  roster_group_id bigint,
  team_id bigint,
  constraint peer_report_pkey PRIMARY KEY (id),
  constraint peer_report_group_id_fkey FOREIGN KEY (group_id) REFERENCES peer_group(id) ON DELETE CASCADE,
  constraint peer_report_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint peer_report_reported_id_fkey FOREIGN KEY (reported_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint peer_report_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint peer_report_roster_group_id_fkey FOREIGN KEY (roster_group_id) REFERENCES roster_group(id) ON DELETE CASCADE,
  constraint peer_report_team_id_fkey FOREIGN KEY (team_id) REFERENCES im_team(id) ON DELETE CASCADE,
  constraint peer_report_one_group CHECK ((num_nonnulls(group_id, roster_group_id, team_id) <= 1)),
  constraint peer_report_state_known CHECK ((state = ANY (ARRAY['open'::text, 'handled'::text])))
);

CREATE INDEX peer_report_by_group ON public.peer_report USING btree (group_id);
CREATE INDEX peer_report_by_handler ON public.peer_report USING btree (handled_by) WHERE (handled_by IS NOT NULL);
CREATE INDEX peer_report_by_reported ON public.peer_report USING btree (reported_id);
CREATE INDEX peer_report_by_reporter ON public.peer_report USING btree (reporter_id);
CREATE INDEX peer_report_by_roster_group ON public.peer_report USING btree (roster_group_id) WHERE (roster_group_id IS NOT NULL);
CREATE INDEX peer_report_by_team ON public.peer_report USING btree (team_id) WHERE (team_id IS NOT NULL);
CREATE INDEX peer_report_in_order ON public.peer_report USING btree (state DESC, id DESC);
CREATE UNIQUE INDEX peer_report_once ON public.peer_report USING btree (group_id, roster_group_id, team_id, reporter_id, reported_id, message_id) NULLS NOT DISTINCT WHERE (state = 'open'::text);

create table picture (
  key text not null,
  width integer not null,
  height integer not null,
  widths integer[] not null,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint picture_pkey PRIMARY KEY (key),
  constraint picture_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id) ON DELETE SET NULL
);

CREATE INDEX picture_by_age ON public.picture USING btree (created_at);

create table private_file (
  key text not null,
  owner_id bigint not null,
  purpose text not null,
  readers smallint[] not null,
  name text not null,
  mime text not null,
  bytes integer not null,
  created_at timestamp with time zone not null default now(),
  constraint private_file_pkey PRIMARY KEY (key),
  constraint private_file_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES account(id) ON DELETE CASCADE
);

CREATE INDEX private_file_by_owner ON public.private_file USING btree (owner_id, purpose, created_at DESC);

create table push_subscription (
  id bigint not null generated as identity,
  account_id bigint not null,
  session_id bigint not null,
  endpoint_index bytea not null,
  subscription_sealed bytea not null,
  created_at timestamp with time zone not null default now(),
  constraint push_subscription_endpoint_unique UNIQUE (endpoint_index),
  constraint push_subscription_pkey PRIMARY KEY (id),
  constraint push_subscription_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

CREATE INDEX push_subscription_by_account ON public.push_subscription USING btree (account_id, id DESC);
CREATE INDEX push_subscription_by_session ON public.push_subscription USING btree (session_id);

create table question (
  id bigint not null generated as identity,
  author_id bigint,
  title text not null,
  content text not null,
  is_anonymous boolean not null,
  domain_ids smallint[] not null,
  state text not null,
  state_reason text not null default ''::text,
  merged_into bigint,
  closed_at timestamp with time zone,
  answer_count integer not null default 0,
  collect_count integer not null default 0,
  like_count integer not null default 0,
  asked_day double precision not null,
  hot double precision not null generated as ((asked_day + (((14)::double precision * ln(((((1 + (3 * answer_count)) + (2 * collect_count)) + like_count))::double precision)) / ln((2)::double precision)))) stored,
  recommended double precision not null generated as ((asked_day + (ln(((((1 + (3 * answer_count)) + (2 * collect_count)) + like_count))::double precision) / ln((2)::double precision)))) stored,
  created_at timestamp with time zone not null default now(),
  edited_at timestamp with time zone,
  constraint question_pkey PRIMARY KEY (id),
  constraint question_author_id_fkey FOREIGN KEY (author_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint question_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES question(id) ON DELETE SET NULL,
  constraint question_merged_somewhere CHECK (((state <> 'merged'::text) OR (merged_into IS NOT NULL))),
  constraint question_state_known CHECK ((state = ANY (ARRAY['held'::text, 'shown'::text, 'refused'::text, 'removed'::text, 'merged'::text])))
);

CREATE INDEX question_by_author ON public.question USING btree (author_id, id DESC) INCLUDE (state);
CREATE INDEX question_by_state ON public.question USING btree (state, id DESC);
CREATE INDEX question_domains ON public.question USING gin (domain_ids) WHERE (state = 'shown'::text);
CREATE INDEX question_hot ON public.question USING btree (hot DESC, id DESC) WHERE (state = 'shown'::text);
CREATE INDEX question_merged ON public.question USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX question_newest ON public.question USING btree (id DESC) WHERE (state = 'shown'::text);
CREATE INDEX question_recommended ON public.question USING btree (recommended DESC, id DESC) WHERE (state = 'shown'::text);
CREATE INDEX question_title_grams ON public.question USING gin (text_grams(title));
CREATE TRIGGER question_collects_moved AFTER UPDATE OF state ON public.question FOR EACH ROW WHEN (((old.state = 'shown'::text) <> (new.state = 'shown'::text))) EXECUTE FUNCTION move_question_collects();
CREATE TRIGGER question_counted AFTER INSERT OR DELETE OR UPDATE OF state, domain_ids ON public.question FOR EACH ROW EXECUTE FUNCTION count_question();

create table question_collect (
  question_id bigint not null,
  account_id bigint not null,
  created_at timestamp with time zone not null default now(),
  in_sight boolean not null default true,
  constraint question_collect_pkey PRIMARY KEY (account_id, question_id),
  constraint question_collect_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint question_collect_question_id_fkey FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE CASCADE
);

CREATE INDEX question_collect_by_question ON public.question_collect USING btree (question_id, ((+ account_id)));
CREATE INDEX question_collect_newest ON public.question_collect USING btree (account_id, created_at DESC) INCLUDE (question_id) WHERE in_sight;
CREATE TRIGGER question_collect_placed BEFORE INSERT ON public.question_collect FOR EACH ROW EXECUTE FUNCTION place_question_collect();

create table reader_notice (
  answer_id bigint not null,
  notified_until bigint not null default 0,
  constraint reader_notice_pkey PRIMARY KEY (answer_id),
  constraint reader_notice_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES answer(id) ON DELETE CASCADE
);

create table receipt (
  id bigint not null generated as identity,
  order_id bigint not null,
  kind text not null,
  state text not null default 'asked'::text,
  buyer text not null,
  tax_no text not null default ''::text,
  email_sealed bytea,
  cents integer not null,
  number text,
  issued_by bigint,
  issued_at timestamp with time zone,
  void_number text,
  voided_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint receipt_number_once UNIQUE (kind, number),
  constraint receipt_pkey PRIMARY KEY (id),
  constraint receipt_issued_by_fkey FOREIGN KEY (issued_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint receipt_order_id_fkey FOREIGN KEY (order_id) REFERENCES pay_order(id),
  constraint receipt_voided_by_fkey FOREIGN KEY (voided_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint receipt_kind_known CHECK ((kind = ANY (ARRAY['dues'::text, 'invoice'::text]))),
  constraint receipt_numbered CHECK (((state = ANY (ARRAY['issued'::text, 'toVoid'::text, 'voided'::text])) = (number IS NOT NULL))),
  constraint receipt_positive CHECK ((cents > 0)),
  constraint receipt_state_known CHECK ((state = ANY (ARRAY['asked'::text, 'issued'::text, 'toVoid'::text, 'voided'::text, 'cancelled'::text])))
);

CREATE INDEX receipt_by_issuer ON public.receipt USING btree (issued_by);
CREATE INDEX receipt_by_order ON public.receipt USING btree (order_id, id DESC);
CREATE INDEX receipt_by_state ON public.receipt USING btree (kind, state, id DESC);
CREATE INDEX receipt_by_voider ON public.receipt USING btree (voided_by);
CREATE UNIQUE INDEX receipt_live ON public.receipt USING btree (order_id) WHERE (state = ANY (ARRAY['asked'::text, 'issued'::text, 'toVoid'::text]));

create table receipt_seal (
  only_row boolean not null default true,
  key text not null,
  constraint receipt_seal_pkey PRIMARY KEY (only_row),
  constraint receipt_seal_key_fkey FOREIGN KEY (key) REFERENCES private_file(key),
  constraint receipt_seal_only_one CHECK (only_row)
);

create table recovery_code (
  account_id bigint not null,
  code_hash bytea not null,
  used_at timestamp with time zone,
  constraint recovery_code_pkey PRIMARY KEY (account_id, code_hash),
  constraint recovery_code_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table refund (
  id bigint not null generated as identity,
  refund_no text not null,
  order_id bigint not null,
  payment_id bigint not null,
  amount_cents integer not null,
  reason text not null,
  state text not null,
  asked_by bigint,
  decided_by bigint,
  decided_at timestamp with time zone,
  note text not null default ''::text,
  query_at timestamp with time zone,
  queries integer not null default 0,
  failure text,
  created_at timestamp with time zone not null default now(),
  done_at timestamp with time zone,
  redirected_to text,
  paid_out_at timestamp with time zone,
  paid_out_by bigint,
  reference text not null default ''::text,
  constraint refund_no_unique UNIQUE (refund_no),
  constraint refund_pkey PRIMARY KEY (id),
  constraint refund_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint refund_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint refund_order_id_fkey FOREIGN KEY (order_id) REFERENCES pay_order(id),
  constraint refund_paid_out_by_fkey FOREIGN KEY (paid_out_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payment(id),
  constraint refund_amount_positive CHECK ((amount_cents > 0)),
  constraint refund_by_two_people CHECK ((asked_by <> decided_by)),
  constraint refund_paid_out_when_done CHECK (((paid_out_at IS NULL) OR (state = 'done'::text))),
  constraint refund_redirected_known CHECK ((redirected_to = ANY (ARRAY['merchant'::text, 'payer'::text]))),
  constraint refund_state_known CHECK ((state = ANY (ARRAY['asked'::text, 'refused'::text, 'approved'::text, 'sent'::text, 'done'::text, 'failed'::text])))
);

CREATE INDEX refund_by_asker ON public.refund USING btree (asked_by);
CREATE INDEX refund_by_day ON public.refund USING btree (done_at) WHERE (state = 'done'::text);
CREATE INDEX refund_by_decider ON public.refund USING btree (decided_by);
CREATE INDEX refund_by_order ON public.refund USING btree (order_id);
CREATE INDEX refund_by_paid_out_by ON public.refund USING btree (paid_out_by);
CREATE INDEX refund_by_payment ON public.refund USING btree (payment_id);
CREATE INDEX refund_by_state ON public.refund USING btree (state, id DESC);
CREATE INDEX refund_to_pay_out ON public.refund USING btree (id DESC) WHERE ((redirected_to = 'merchant'::text) AND (state = 'done'::text) AND (paid_out_at IS NULL));
CREATE INDEX refund_to_send ON public.refund USING btree (query_at) WHERE (state = ANY (ARRAY['approved'::text, 'sent'::text]));

create table registration (
  id bigint not null,
  meeting_id bigint not null,
  account_id bigint,
  attend_type smallint not null,
  state text not null,
  name text not null,
  sex text not null,
  company text not null,
  profess text not null,
  unit_id bigint,
  contact_sealed bytea,
  phone_index bytea,
  arrival_at timestamp with time zone not null,
  leave_at timestamp with time zone not null,
  rooms smallint not null default 0,
  share_with text not null default ''::text,
  room_id bigint,
  is_listed boolean not null default false,
  pay_until timestamp with time zone,
  waiting_since timestamp with time zone,
  paid_at timestamp with time zone,
  paid_cents integer,
  order_no text,
  refund_cents integer not null default 0,
  end_reason text not null default ''::text,
  is_walk_in boolean not null default false,
  reminded_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  ended_by bigint,
  refund_asked_at timestamp with time zone,
  form_key text,
  needs_receipt boolean not null default false,
  offered_at timestamp with time zone,
  constraint registration_pkey PRIMARY KEY (id),
  constraint registration_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint registration_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint registration_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES meeting(id),
  constraint registration_room_id_fkey FOREIGN KEY (room_id) REFERENCES meeting_room(id) ON DELETE SET NULL,
  constraint registration_unit_id_fkey FOREIGN KEY (unit_id) REFERENCES special_committee(id),
  constraint registration_paid_when_paid CHECK (((state <> ALL (ARRAY['paid'::text, 'refunded'::text])) OR (paid_at IS NOT NULL))),
  constraint registration_state_known CHECK ((state = ANY (ARRAY['pending'::text, 'paid'::text, 'waiting'::text, 'cancelled'::text, 'lapsed'::text, 'refunded'::text]))),
  constraint registration_type_known CHECK (((attend_type >= 1) AND (attend_type <= 4))),
  constraint registration_waits_since CHECK (((state = 'waiting'::text) = (waiting_since IS NOT NULL)))
);

CREATE INDEX registration_by_account ON public.registration USING btree (account_id, created_at DESC);
CREATE INDEX registration_by_ender ON public.registration USING btree (ended_by);
CREATE INDEX registration_by_meeting ON public.registration USING btree (meeting_id, created_at DESC, id DESC);
CREATE INDEX registration_by_phone ON public.registration USING btree (phone_index) WHERE (phone_index IS NOT NULL);
CREATE INDEX registration_by_room ON public.registration USING btree (room_id);
CREATE INDEX registration_by_state ON public.registration USING btree (meeting_id, state, created_at DESC, id DESC);
CREATE INDEX registration_by_type ON public.registration USING btree (meeting_id, attend_type, state);
CREATE INDEX registration_by_unit ON public.registration USING btree (unit_id);
CREATE UNIQUE INDEX registration_form ON public.registration USING btree (form_key) WHERE (form_key IS NOT NULL);
CREATE UNIQUE INDEX registration_live ON public.registration USING btree (meeting_id, account_id) WHERE (state = ANY (ARRAY['pending'::text, 'paid'::text, 'waiting'::text]));
CREATE INDEX registration_refund_due ON public.registration USING btree (id) WHERE ((refund_cents > 0) AND (refund_asked_at IS NULL));
CREATE INDEX registration_to_lapse ON public.registration USING btree (pay_until) WHERE ((state = 'pending'::text) AND (pay_until IS NOT NULL));
CREATE INDEX registration_to_remind ON public.registration USING btree (pay_until) WHERE ((state = 'pending'::text) AND (pay_until IS NOT NULL) AND (reminded_at IS NULL));
CREATE INDEX registration_waiting ON public.registration USING btree (meeting_id, attend_type, waiting_since, id) WHERE (state = 'waiting'::text);

create table registration_request (
  id bigint not null generated as identity,
  registration_id bigint not null,
  kind text not null,
  state text not null default 'asked'::text,
  reason text not null,
  wanted_sealed bytea,
  to_account_id bigint,
  answer text not null default ''::text,
  decided_by bigint,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  due_at timestamp with time zone not null default (now() + '3 days'::interval),
  called_at timestamp with time zone,
  constraint registration_request_pkey PRIMARY KEY (id),
  constraint registration_request_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint registration_request_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registration(id) ON DELETE CASCADE,
  constraint registration_request_to_account_id_fkey FOREIGN KEY (to_account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint registration_request_kind_known CHECK ((kind = ANY (ARRAY['change'::text, 'transfer'::text, 'cancel'::text]))),
  constraint registration_request_state_known CHECK ((state = ANY (ARRAY['asked'::text, 'approved'::text, 'refused'::text])))
);

CREATE INDEX registration_request_by_decider ON public.registration_request USING btree (decided_by);
CREATE INDEX registration_request_by_receiver ON public.registration_request USING btree (to_account_id);
CREATE INDEX registration_request_by_registration ON public.registration_request USING btree (registration_id, id DESC);
CREATE INDEX registration_request_by_state ON public.registration_request USING btree (state, id DESC);
CREATE INDEX registration_request_due ON public.registration_request USING btree (due_at) WHERE (state = 'asked'::text);
CREATE UNIQUE INDEX registration_request_open ON public.registration_request USING btree (registration_id, kind) WHERE (state = 'asked'::text);

create table review (
  id bigint not null generated as identity,
  question_id bigint not null,
  answer_id bigint,
  cause text not null,
  detail text not null,
  reporter_id bigint,
  state text not null default 'open'::text,
  decision text,
  note text not null default ''::text,
  decided_by bigint,
  created_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  constraint review_pkey PRIMARY KEY (id),
  constraint review_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES answer(id) ON DELETE CASCADE,
  constraint review_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint review_question_id_fkey FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE CASCADE,
  constraint review_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint review_cause_known CHECK ((cause = ANY (ARRAY['word'::text, 'crisis'::text, 'report'::text, 'appeal'::text]))),
  constraint review_decided_when_settled CHECK (((state = 'settled'::text) = (decision IS NOT NULL))),
  constraint review_decision_known CHECK ((decision = ANY (ARRAY['show'::text, 'refuse'::text, 'dismiss'::text]))),
  constraint review_state_known CHECK ((state = ANY (ARRAY['open'::text, 'settled'::text])))
);

CREATE INDEX review_by_answer ON public.review USING btree (answer_id) WHERE (answer_id IS NOT NULL);
CREATE INDEX review_by_decider ON public.review USING btree (decided_by);
CREATE INDEX review_by_question ON public.review USING btree (question_id);
CREATE INDEX review_by_state ON public.review USING btree (state, id DESC);
CREATE UNIQUE INDEX review_once ON public.review USING btree (reporter_id, question_id, COALESCE(answer_id, (0)::bigint), cause) WHERE ((state = 'open'::text) AND (cause = ANY (ARRAY['report'::text, 'appeal'::text])));

create table revision (
  id bigint not null generated as identity,
  question_id bigint not null,
  answer_id bigint,
  title text not null,
  content text not null,
  edited_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint revision_pkey PRIMARY KEY (id),
  constraint revision_answer_id_fkey FOREIGN KEY (answer_id) REFERENCES answer(id) ON DELETE CASCADE,
  constraint revision_edited_by_fkey FOREIGN KEY (edited_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint revision_question_id_fkey FOREIGN KEY (question_id) REFERENCES question(id) ON DELETE CASCADE
);

CREATE INDEX revision_by_answer ON public.revision USING btree (answer_id) WHERE (answer_id IS NOT NULL);
CREATE INDEX revision_by_editor ON public.revision USING btree (edited_by);
CREATE INDEX revision_by_question ON public.revision USING btree (question_id, id DESC);

create table roster_group (
  id bigint not null generated as identity,
  committee_id bigint,
  meeting_id bigint,
  team_id bigint not null,
  state text not null default 'open'::text,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  ended_by bigint,
  ended_at timestamp with time zone,
  end_reason text not null default ''::text,
  constraint roster_group_team_unique UNIQUE (team_id),
  constraint roster_group_pkey PRIMARY KEY (id),
  constraint roster_group_committee_id_fkey FOREIGN KEY (committee_id) REFERENCES special_committee(id),
  constraint roster_group_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint roster_group_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint roster_group_meeting_id_fkey FOREIGN KEY (meeting_id) REFERENCES meeting(id),
  constraint roster_group_team_id_fkey FOREIGN KEY (team_id) REFERENCES im_team(id),
  constraint roster_group_one_list CHECK ((num_nonnulls(committee_id, meeting_id) = 1)),
  constraint roster_group_state_known CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text, 'dissolved'::text])))
);

CREATE INDEX roster_group_by_committee ON public.roster_group USING btree (committee_id) WHERE (committee_id IS NOT NULL);
CREATE INDEX roster_group_by_creator ON public.roster_group USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX roster_group_by_ender ON public.roster_group USING btree (ended_by) WHERE (ended_by IS NOT NULL);
CREATE INDEX roster_group_by_meeting ON public.roster_group USING btree (meeting_id) WHERE (meeting_id IS NOT NULL);
CREATE UNIQUE INDEX roster_group_of_committee ON public.roster_group USING btree (committee_id) WHERE ((committee_id IS NOT NULL) AND (state <> 'dissolved'::text));
CREATE UNIQUE INDEX roster_group_of_meeting ON public.roster_group USING btree (meeting_id) WHERE ((meeting_id IS NOT NULL) AND (state <> 'dissolved'::text));

create table second_factor (
  id bigint not null generated as identity,
  account_id bigint not null,
  kind text not null,
  name text not null,
  credential_id text,
  public_key bytea,
  counter bigint not null default 0,
  transports text[] not null default '{}'::text[],
  secret_sealed bytea,
  last_step bigint,
  created_at timestamp with time zone not null default now(),
  used_at timestamp with time zone,
  constraint second_factor_credential_unique UNIQUE (credential_id),
  constraint second_factor_pkey PRIMARY KEY (id),
  constraint second_factor_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint second_factor_kind_known CHECK ((kind = ANY (ARRAY['passkey'::text, 'totp'::text]))),
  constraint second_factor_passkey_complete CHECK (((kind = 'passkey'::text) = ((credential_id IS NOT NULL) AND (public_key IS NOT NULL)))),
  constraint second_factor_totp_complete CHECK (((kind = 'totp'::text) = (secret_sealed IS NOT NULL)))
);

CREATE INDEX second_factor_by_account ON public.second_factor USING btree (account_id, id);
CREATE UNIQUE INDEX second_factor_one_totp ON public.second_factor USING btree (account_id) WHERE (kind = 'totp'::text);

create table security_event (
  id bigint not null generated as identity,
  at timestamp with time zone not null default now(),
  kind text not null,
  account_id bigint,
  ip text not null,
  request_id text not null,
  detail jsonb not null,
  previous_hash bytea not null,
  hash bytea not null,
  constraint security_event_pkey PRIMARY KEY (id)
);

CREATE INDEX security_event_by_account ON public.security_event USING btree (account_id, id DESC);
CREATE INDEX security_event_by_ip ON public.security_event USING btree (ip, id DESC);
CREATE INDEX security_event_by_kind ON public.security_event USING btree (kind, id DESC);
CREATE INDEX security_event_by_request ON public.security_event USING btree (request_id, id DESC);
CREATE INDEX security_event_by_time ON public.security_event USING btree (at DESC);
CREATE TRIGGER security_event_not_emptied BEFORE TRUNCATE ON public.security_event FOR EACH STATEMENT EXECUTE FUNCTION refuse_emptying();
CREATE TRIGGER security_event_only_grows BEFORE DELETE OR UPDATE ON public.security_event FOR EACH ROW EXECUTE FUNCTION refuse_change();

create table session (
  id bigint not null generated as identity,
  account_id bigint not null,
  token_hash bytea not null,
  device text not null,
  ip text not null,
  created_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone not null default now(),
  idle_until timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  confirmed_at timestamp with time zone,
  is_host_bound boolean not null default true,
  constraint session_token_unique UNIQUE (token_hash),
  constraint session_pkey PRIMARY KEY (id),
  constraint session_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

CREATE INDEX session_by_account ON public.session USING btree (account_id, seen_at DESC);
CREATE INDEX session_by_expiry ON public.session USING btree (expires_at);

create table session_check_in (
  session_id bigint not null,
  registration_id bigint not null,
  at timestamp with time zone not null,
  door text not null,
  staff_id bigint,
  received_at timestamp with time zone not null default now(),
  claimed_at timestamp with time zone,
  constraint session_check_in_pkey PRIMARY KEY (registration_id, session_id),
  constraint session_check_in_registration_id_fkey FOREIGN KEY (registration_id) REFERENCES registration(id) ON DELETE CASCADE,
  constraint session_check_in_session_id_fkey FOREIGN KEY (session_id) REFERENCES meeting_session(id) ON DELETE CASCADE,
  constraint session_check_in_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES account(id) ON DELETE SET NULL
);

CREATE INDEX session_check_in_by_session ON public.session_check_in USING btree (session_id);
CREATE INDEX session_check_in_by_staff ON public.session_check_in USING btree (staff_id);

create table simulated_callback (
  id bigint not null generated as identity,
  url text not null,
  body text not null,
  tries integer not null default 0,
  next_at timestamp with time zone not null default now(),
  provider text not null default 'wechat'::text,
  constraint simulated_callback_pkey PRIMARY KEY (id),
  constraint simulated_callback_provider_known CHECK ((provider = ANY (ARRAY['wechat'::text, 'alipay'::text])))
);

CREATE INDEX simulated_callback_by_time ON public.simulated_callback USING btree (next_at);

create table simulated_gateway (
  id integer not null,
  keys_sealed bytea not null,
  constraint simulated_gateway_pkey PRIMARY KEY (id),
  constraint simulated_gateway_single CHECK ((id = 1))
);

create table simulated_refund (
  out_refund_no text not null,
  refund_id text not null,
  out_trade_no text not null,
  cents integer not null,
  notify_url text,
  state text not null,
  created_at timestamp with time zone not null default now(),
  done_at timestamp with time zone,
  constraint simulated_refund_pkey PRIMARY KEY (out_refund_no),
  constraint simulated_refund_out_trade_no_fkey FOREIGN KEY (out_trade_no) REFERENCES simulated_trade(out_trade_no)
);

CREATE INDEX simulated_refund_by_trade ON public.simulated_refund USING btree (out_trade_no);

create table simulated_trade (
  out_trade_no text not null,
  trade_type text not null,
  description text not null,
  total_cents integer not null,
  notify_url text not null,
  openid text,
  token text not null,
  state text not null default 'NOTPAY'::text,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  arrives_at timestamp with time zone,
  paid_cents integer,
  transaction_id text,
  paid_at timestamp with time zone,
  provider text not null default 'wechat'::text,
  refunds_fail boolean not null default false,
  constraint simulated_trade_token_key UNIQUE (token),
  constraint simulated_trade_transaction_id_key UNIQUE (transaction_id),
  constraint simulated_trade_pkey PRIMARY KEY (out_trade_no),
  constraint simulated_trade_provider_known CHECK ((provider = ANY (ARRAY['wechat'::text, 'alipay'::text])))
);

CREATE INDEX simulated_trade_by_day ON public.simulated_trade USING btree (paid_at);

create table site_settings (
  only_row boolean not null default true,
  settings jsonb not null,
  constraint site_settings_pkey PRIMARY KEY (only_row),
  constraint site_settings_is_one CHECK (only_row)
);

CREATE TRIGGER site_settings_changed AFTER INSERT OR DELETE OR UPDATE ON public.site_settings FOR EACH STATEMENT EXECUTE FUNCTION raise_content_version();

create table sms_code (
  id bigint not null generated as identity,
  phone_index bytea not null,
  purpose text not null,
  digest bytea not null,
  network text not null,
  tries smallint not null default 0,
  foreign_tries smallint not null default 0,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint sms_code_pkey PRIMARY KEY (id),
  constraint sms_code_purpose_known CHECK ((purpose = ANY (ARRAY['register'::text, 'reset'::text])))
);

CREATE INDEX sms_code_newest ON public.sms_code USING btree (phone_index, purpose, id DESC);

create table sms_message (
  id bigint not null generated as identity,
  phone_index bytea not null,
  phone_sealed bytea not null,
  code_sealed bytea not null,
  purpose text not null,
  state text not null,
  tries smallint not null default 0,
  next_try_at timestamp with time zone not null default now(),
  failure text,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  constraint sms_message_pkey PRIMARY KEY (id),
  constraint sms_message_state_known CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'muted'::text])))
);

CREATE INDEX sms_message_by_phone ON public.sms_message USING btree (phone_index, id DESC);
CREATE INDEX sms_message_queue ON public.sms_message USING btree (next_try_at) WHERE (state = 'queued'::text);

create table special_committee (
  id bigint not null generated as identity,
  name text not null,
  position integer not null default 0,
  enabled boolean not null default true,
  constraint special_committee_name_unique UNIQUE (name),
  constraint special_committee_pkey PRIMARY KEY (id)
);

create table special_committee_member (
  committee_id bigint not null,
  account_id bigint not null,
  constraint special_committee_member_pkey PRIMARY KEY (committee_id, account_id),
  constraint special_committee_member_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint special_committee_member_committee_id_fkey FOREIGN KEY (committee_id) REFERENCES special_committee(id) ON DELETE CASCADE
);

CREATE INDEX special_committee_member_by_account ON public.special_committee_member USING btree (account_id);

create table spent_challenge (
  signature text not null,
  spent_at timestamp with time zone not null default now(),
  constraint spent_challenge_pkey PRIMARY KEY (signature)
);

CREATE INDEX spent_challenge_by_age ON public.spent_challenge USING btree (spent_at);

create table submission (
  id bigint not null,
  call_id bigint not null,
  account_id bigint,
  state text not null default 'draft'::text,
  title text not null,
  content jsonb not null,
  person_sealed bytea not null,
  counts jsonb not null default '{}'::jsonb,
  file_key text,
  file_text text not null default ''::text,
  submitted_at timestamp with time zone,
  due_at timestamp with time zone,
  decided_by bigint,
  decided_at timestamp with time zone,
  note text not null default ''::text,
  score integer,
  award smallint,
  certificate_number text,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  changed_at timestamp with time zone not null default now(),
  constraint submission_pkey PRIMARY KEY (id),
  constraint submission_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint submission_call_id_fkey FOREIGN KEY (call_id) REFERENCES submission_call(id),
  constraint submission_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint submission_award_known CHECK (((award >= 1) AND (award <= 4))),
  constraint submission_state_known CHECK ((state = ANY (ARRAY['draft'::text, 'submitted'::text, 'returned'::text, 'withdrawn'::text, 'accepted'::text, 'rejected'::text]))),
  constraint submission_submitted_has_time CHECK (((state <> ALL (ARRAY['submitted'::text, 'accepted'::text, 'rejected'::text])) OR (submitted_at IS NOT NULL)))
);

CREATE INDEX submission_by_account ON public.submission USING btree (account_id, changed_at DESC);
CREATE INDEX submission_by_call ON public.submission USING btree (call_id, submitted_at DESC NULLS LAST, id DESC);
CREATE INDEX submission_by_decider ON public.submission USING btree (decided_by);
CREATE INDEX submission_by_state ON public.submission USING btree (call_id, state, submitted_at DESC NULLS LAST, id DESC);

create table submission_call (
  id bigint not null generated as identity,
  kind text not null,
  title text not null,
  opens_at timestamp with time zone not null,
  deadline timestamp with time zone not null,
  state text not null default 'open'::text,
  criteria jsonb not null,
  published_at timestamp with time zone,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  notice_days integer not null default 0,
  noticed_at timestamp with time zone,
  notice_until timestamp with time zone,
  retention_days integer not null default 365,
  purged_at timestamp with time zone,
  constraint submission_call_pkey PRIMARY KEY (id),
  constraint submission_call_ends_after_start CHECK ((deadline > opens_at)),
  constraint submission_call_kind_known CHECK ((kind = ANY (ARRAY['paper'::text, 'competition'::text, 'organisation'::text, 'individual'::text, 'collective'::text]))),
  constraint submission_call_notice_days CHECK (((notice_days >= 0) AND (notice_days <= 30))),
  constraint submission_call_notice_when_noticed CHECK (((state <> 'noticed'::text) OR (noticed_at IS NOT NULL))),
  constraint submission_call_notice_whole CHECK (((noticed_at IS NULL) = (notice_until IS NULL))),
  constraint submission_call_retention CHECK (((retention_days >= 90) AND (retention_days <= 1095))),
  constraint submission_call_state_known CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text, 'noticed'::text, 'published'::text])))
);

CREATE INDEX submission_call_newest ON public.submission_call USING btree (kind, id DESC);
CREATE INDEX submission_call_shown ON public.submission_call USING btree (noticed_at DESC) WHERE (noticed_at IS NOT NULL);

create table submission_objection (
  id bigint not null generated as identity,
  call_id bigint not null,
  submission_id bigint,
  account_id bigint,
  text_sealed bytea not null,
  state text not null default 'asked'::text,
  answer text not null default ''::text,
  decided_by bigint,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint submission_objection_pkey PRIMARY KEY (id),
  constraint submission_objection_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE SET NULL,
  constraint submission_objection_call_id_fkey FOREIGN KEY (call_id) REFERENCES submission_call(id),
  constraint submission_objection_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint submission_objection_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submission(id) ON DELETE CASCADE,
  constraint submission_objection_answered CHECK (((state = 'asked'::text) OR (answer <> ''::text))),
  constraint submission_objection_state_known CHECK ((state = ANY (ARRAY['asked'::text, 'upheld'::text, 'dismissed'::text])))
);

CREATE INDEX submission_objection_by_account ON public.submission_objection USING btree (account_id, id DESC);
CREATE INDEX submission_objection_by_call ON public.submission_objection USING btree (call_id, id DESC);
CREATE INDEX submission_objection_by_decider ON public.submission_objection USING btree (decided_by);
CREATE INDEX submission_objection_by_submission ON public.submission_objection USING btree (submission_id);

create table submission_review (
  id bigint not null generated as identity,
  submission_id bigint not null,
  reviewer_id bigint not null,
  state text not null default 'assigned'::text,
  scores jsonb not null default '{}'::jsonb,
  total integer,
  comment text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  done_at timestamp with time zone,
  constraint submission_review_once UNIQUE (submission_id, reviewer_id),
  constraint submission_review_pkey PRIMARY KEY (id),
  constraint submission_review_reviewer_id_fkey FOREIGN KEY (reviewer_id) REFERENCES account(id) ON DELETE CASCADE,
  constraint submission_review_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submission(id) ON DELETE CASCADE,
  constraint submission_review_state_known CHECK ((state = ANY (ARRAY['assigned'::text, 'done'::text, 'declined'::text]))),
  constraint submission_review_total_when_done CHECK (((state <> 'done'::text) OR (total IS NOT NULL)))
);

CREATE INDEX submission_review_by_reviewer ON public.submission_review USING btree (reviewer_id, state, id DESC);

create table tally (
  name text not null,
  value bigint not null,
  constraint tally_pkey PRIMARY KEY (name)
);

create table throttle (
  key text not null,
  window_start timestamp with time zone not null,
  hits integer not null,
  constraint throttle_pkey PRIMARY KEY (key, window_start)
);

CREATE INDEX throttle_by_age ON public.throttle USING btree (window_start);

create table totp_enrolment (
  account_id bigint not null,
  secret_sealed bytea not null,
  expires_at timestamp with time zone not null,
  constraint totp_enrolment_pkey PRIMARY KEY (account_id),
  constraint totp_enrolment_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create table transfer_proof (
  id bigint not null generated as identity,
  attempt_id bigint not null,
  file_key text not null,
  state text not null default 'sent'::text,
  reason text not null default ''::text,
  decided_by bigint,
  decided_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint transfer_proof_pkey PRIMARY KEY (id),
  constraint transfer_proof_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES pay_attempt(id),
  constraint transfer_proof_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint transfer_proof_state_known CHECK ((state = ANY (ARRAY['sent'::text, 'confirmed'::text, 'refused'::text])))
);

CREATE INDEX transfer_proof_by_attempt ON public.transfer_proof USING btree (attempt_id, id DESC);
CREATE INDEX transfer_proof_by_decider ON public.transfer_proof USING btree (decided_by);
CREATE INDEX transfer_proof_by_state ON public.transfer_proof USING btree (state, id);

create table watch_word (
  id bigint not null generated as identity,
  word text not null,
  plain text not null,
  action text not null,
  created_by bigint,
  created_at timestamp with time zone not null default now(),
  constraint watch_word_unique UNIQUE (plain),
  constraint watch_word_pkey PRIMARY KEY (id),
  constraint watch_word_created_by_fkey FOREIGN KEY (created_by) REFERENCES account(id) ON DELETE SET NULL,
  constraint watch_word_action_known CHECK ((action = ANY (ARRAY['hold'::text, 'mask'::text, 'refuse'::text, 'alert'::text])))
);

CREATE INDEX watch_word_by_creator ON public.watch_word USING btree (created_by);

create table wechat_certificate (
  serial text not null,
  pem text not null,
  expires_at timestamp with time zone not null,
  fetched_at timestamp with time zone not null default now(),
  constraint wechat_certificate_pkey PRIMARY KEY (serial)
);

create table wechat_payer (
  account_id bigint not null,
  openid_sealed bytea not null,
  constraint wechat_payer_pkey PRIMARY KEY (account_id),
  constraint wechat_payer_account_id_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE
);

create view answer_telling as
 SELECT answer_id,
    notified_until AS told_until
   FROM reader_notice;

create view visible_article as
 SELECT id,
    column_id,
    tag_id,
    title,
    COALESCE(NULLIF(summary, ''::text), excerpt) AS summary,
    content,
    picture_key,
    pinned,
    publish_at,
    updated_at
   FROM article
  WHERE ((state = 'published'::text) AND (publish_at <= now()));

CREATE OR REPLACE FUNCTION public.count_answer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' and old.in_sight then
    update question set answer_count = answer_count - 1, like_count = like_count - old.like_count
      where id = old.question_id;
    update counsellor set answer_count = answer_count - 1 where id = old.counsellor_id;
    update tally set value = value - 1 where name = 'answers';
  end if;
  if tg_op <> 'DELETE' and new.in_sight then
    update question set answer_count = answer_count + 1, like_count = like_count + new.like_count
      where id = new.question_id;
    update counsellor set answer_count = answer_count + 1 where id = new.counsellor_id;
    update tally set value = value + 1 where name = 'answers';
  end if;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.count_question()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  was boolean := tg_op <> 'INSERT' and old.state = 'shown';
  is_now boolean := tg_op <> 'DELETE' and new.state = 'shown';
begin
  if was <> is_now then
    update tally set value = value + case when is_now then 1 else -1 end where name = 'questions';
    -- an answer is visible only while its question is
    if tg_op = 'UPDATE' then
      update answer set in_sight = is_now where question_id = new.id and state = 'shown';
    end if;
  end if;
  if was and (not is_now or old.domain_ids <> new.domain_ids) then
    update domain set question_count = question_count - 1 where id = any(old.domain_ids);
  end if;
  if is_now and (not was or old.domain_ids <> new.domain_ids) then
    update domain set question_count = question_count + 1 where id = any(new.domain_ids);
  end if;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.database_place()
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  ids text := concat_ws('/',
    (select oid from pg_database where datname = current_database()), 'database_history'::regclass::oid);
begin
  if pg_is_in_recovery() then
    return null;
  end if;
  return concat_ws('/',
    (select system_identifier from pg_control_system()), ids, left(pg_walfile_name(pg_current_wal_lsn()), 8));
exception
  -- some managed databases refuse these functions; their storage is shared, so a failover loses nothing
  when insufficient_privilege or undefined_function or feature_not_supported or object_not_in_prerequisite_state then
    return ids;
end $function$
;

CREATE OR REPLACE FUNCTION public.default_domain_synonyms(domain_name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select case domain_name
    when '情绪困扰' then array['抑郁', '抑郁症', '忧郁', '焦虑', '焦虑症', '恐慌', '惊恐发作', '强迫', '强迫症', '双相',
      '躁狂', '恐惧症', '疑病', '情绪低落', '心情不好', '不开心', '压抑', '暴躁', '易怒', '崩溃', '绝望', '创伤', '自残',
      '自伤', '割腕', '自杀', '轻生', '不想活']
    when '睡眠问题' then array['失眠', '睡不着', '睡不好', '入睡困难', '早醒', '半夜醒', '多梦', '噩梦', '熬夜', '晚睡',
      '嗜睡', '作息', '生物钟', '安眠药']
    when '亲子关系' then array['亲子', '孩子', '育儿', '家庭教育', '教育孩子', '孩子不听话', '孩子不上学', '厌学', '叛逆',
      '顶嘴', '沉迷手机', '陪写作业', '父母', '爸妈', '单亲', '二胎', '隔代教育']
    when '婚恋情感' then array['婚姻', '夫妻', '恋爱', '失恋', '分手', '离婚', '出轨', '外遇', '婆媳', '家暴', '冷暴力',
      '感情', '情感', '相亲', '单身', '异地恋', '老公', '老婆', '丈夫', '妻子', '男朋友', '女朋友']
    when '人际关系' then array['人际', '社交', '社恐', '社交恐惧', '孤独', '孤僻', '朋友', '室友', '同学关系', '同事关系',
      '沟通', '讨好', '被排挤', '霸凌', '欺凌', '内向', '害羞']
    when '职场压力' then array['职场', '工作', '工作压力', '上班', '加班', '职业倦怠', '失业', '裁员', '求职', '面试', '跳槽',
      '辞职', '职业规划', '领导', '同事', '创业']
    when '学业压力' then array['学习', '学习压力', '高考', '高考压力', '中考', '考研', '考试', '考试焦虑', '成绩', '作业',
      '升学', '厌学', '不想上学', '不上学', '休学', '注意力不集中', '论文', '毕业']
    when '青少年成长' then array['青少年', '青春期', '叛逆', '早恋', '网瘾', '游戏成瘾', '沉迷游戏', '沉迷手机', '霸凌',
      '校园欺凌', '不上学', '孩子不上学', '拒学', '休学', '初中', '高中', '多动症', '自残', '自伤']
    when '个人成长' then array['自卑', '自信', '自我认识', '自我价值', '迷茫', '空虚', '完美主义', '拖延', '性格', '内耗',
      '原生家庭', '情绪管理', '人生意义', '改变自己']
    when '哀伤与丧失' then array['哀伤', '悲伤', '丧失', '丧亲', '亲人去世', '去世', '病逝', '丧偶', '失独', '悼念', '思念',
      '告别', '流产', '宠物去世']
    when '老年心理' then array['老年', '老人', '老年抑郁', '退休', '空巢', '孤寡', '养老', '痴呆', '阿尔茨海默', '失能',
      '照护', '记忆力', '更年期']
    when '孕产心理' then array['怀孕', '孕期', '孕妇', '备孕', '产后', '产后抑郁', '月子', '新手妈妈', '哺乳', '流产', '胎停',
      '不孕', '试管', '分娩恐惧']
    else '{}'::text[]
  end
$function$
;

CREATE OR REPLACE FUNCTION public.drop_alert_without_signal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from crisis_alert a where a.id = old.alert_id and not exists (
    select 1 from crisis_signal s where s.alert_id = a.id);
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.end_led_consent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update led_consent c set withdrawn_at = now() from peer_group g, im_account i
  where g.team_id = new.team_id and g.kind = 'led' and i.id = new.im_account_id
    and c.group_id = g.id and c.account_id = i.account_id and c.withdrawn_at is null;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.fill_domain_synonyms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.synonyms := default_domain_synonyms(new.name);
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.follow_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.role_id = 2 then
    insert into counsellor (account_id, name, gender, avatar, is_listed)
    values (new.id, new.nickname, new.gender, new.avatar, false)
    on conflict (account_id) do update set name = excluded.name, gender = excluded.gender, avatar = excluded.avatar;
  end if;
  if new.role_id <> 2 or not new.enabled then
    update counsellor set is_listed = false where account_id = new.id and is_listed;
  end if;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.im_site_app()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$select id from im_app where is_site$function$
;

CREATE OR REPLACE FUNCTION public.im_write_batch(conversation_ids bigint[], seqs bigint[], sender_ids bigint[], client_ids text[], types smallint[], are_unreadable boolean[], client_types smallint[], device_ids text[], times bigint[], bodies bytea[], thread_ids bigint[], are_pushable boolean[], session_accounts bigint[], session_conversations bigint[], session_versions bigint[], session_increases integer[])
 RETURNS json
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  result json;
  session_count integer;
begin
  with changed_account as (
    update im_account a set version = changed.version
    from (select distinct * from unnest(session_accounts, session_versions) as w(id, version)) changed
    where a.id = changed.id
  ), changed_conversation as (
    update im_conversation c set last_seq = last.seq, last_time = last.time
    from (
      select w.id, max(w.seq) as seq, max(w.time) as time
      from unnest(conversation_ids, seqs, times) as w(id, seq, time) group by w.id
    ) last
    where c.id = last.id
  ), message as (
    insert into im_message
      (conversation_id, seq, sender_id, id_client, type, is_unreadable, client_type, device_id, time, body, thread_id,
      is_pushable)
    select * from unnest(conversation_ids, seqs, sender_ids, client_ids, types, are_unreadable, client_types,
      device_ids, times, bodies, thread_ids, are_pushable)
    returning id, conversation_id, seq
  ), session as (
    update im_session s set version = w.version, unread = s.unread + w.increase, is_deleted = false
    from unnest(session_accounts, session_conversations, session_versions, session_increases)
      as w(account_id, conversation_id, version, increase)
    where s.im_account_id = w.account_id and s.conversation_id = w.conversation_id
    returning s.im_account_id, s.conversation_id, s.version, s.unread, s.ack, s.receipt, s.cleared_time, s.ext
  )
  select json_build_object(
    'messages', (select json_agg(message) from message), 'sessions', (select json_agg(session) from session)
  ), (select count(*) from session) into result, session_count;
  if session_count <> cardinality(session_accounts) then
    raise exception 'a conversation with messages, and without its sessions';
  end if;
  return result;
end $function$
;

CREATE OR REPLACE FUNCTION public.im_write_known(account_ids bigint[], conversation_ids bigint[], conversation_seqs bigint[], conversation_keys bytea[], new_counts bigint[], sender_ids bigint[], receiver_ids bigint[], session_accounts bigint[], session_conversations bigint[], session_unreads integer[], message_conversations bigint[], message_seqs bigint[], message_senders bigint[], message_clients text[], message_types smallint[], message_unreadables smallint[], message_client_types smallint[], message_devices text[], message_bodies bytea[])
 RETURNS json
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare
  changed integer;
  moment bigint;
  result json;
begin
  update im_account set version = version + 1 where id = any(account_ids);
  get diagnostics changed = row_count;
  if changed <> cardinality(account_ids)
    or (
      select count(*) from unnest(conversation_ids, conversation_seqs, conversation_keys) as w(id, seq, key)
      cross join lateral (
        select from im_conversation c where c.id = w.id and c.last_seq = w.seq and c.sealed_key = w.key limit 1
      ) c
    ) <> cardinality(conversation_ids)
    or exists (
      select from unnest(message_senders, message_clients) as w(sender, client)
      cross join lateral (
        select from im_message m where m.sender_id = w.sender and m.id_client = w.client limit 1
      ) m
    )
    or exists (
      select from unnest(sender_ids, receiver_ids) as w(sender, receiver)
      cross join lateral (
        select from im_relation r where r.im_account_id = w.receiver and r.peer_id = w.sender and r.is_blacked limit 1
      ) r
    )
  then
    return null;
  end if;
  moment := extract(epoch from clock_timestamp()) * 1000;
  with conversation as (
    update im_conversation c
    set last_seq = c.last_seq + w.more, last_time = greatest(moment, c.last_time + 1) + w.more - 1
    from unnest(conversation_ids, new_counts) as w(id, more) where c.id = w.id
  ), message as (
    insert into im_message
      (conversation_id, seq, sender_id, id_client, type, is_unreadable, client_type, device_id, time, body)
    select w.conversation, w.seq, w.sender, w.client, w.type, w.unreadable = 1, w.client_type, w.device,
      greatest(moment, c.last_time + 1) + w.seq - c.last_seq - 1, w.body
    from unnest(message_conversations, message_seqs, message_senders, message_clients, message_types,
      message_unreadables, message_client_types, message_devices, message_bodies)
      as w(conversation, seq, sender, client, type, unreadable, client_type, device, body)
    -- the state before this statement, which does not see its own changes
    cross join lateral (select last_seq, last_time from im_conversation where id = w.conversation limit 1) c
    returning id, conversation_id, seq, time
  ), session as (
    update im_session s set version = a.version, unread = s.unread + w.unread, is_deleted = false
    from unnest(session_accounts, session_conversations, session_unreads) as w(account, conversation, unread)
    cross join lateral (select version from im_account where id = w.account limit 1) a
    where s.im_account_id = w.account and s.conversation_id = w.conversation
    returning s.*
  )
  select json_build_object(
    'messages', (select json_agg(json_build_array(conversation_id, seq, id, time)) from message),
    'sessions', (
      select json_agg(json_build_array(
        im_account_id, conversation_id, version, unread, ack, receipt, cleared_time, ext
      )) from session
    )
  ), (select count(*) from session) into result, changed;
  if changed <> cardinality(session_accounts) then
    raise exception 'a conversation with messages, and without its sessions';
  end if;
  return result;
end $function$
;

CREATE OR REPLACE FUNCTION public.move_answer_collects()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update answer_collect set in_sight = new.in_sight where answer_id = new.id;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.move_question_collects()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update question_collect set in_sight = new.state = 'shown' where question_id = new.id;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.place_answer()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.in_sight := new.state = 'shown' and exists (
    select 1 from question where id = new.question_id and state = 'shown');
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.place_answer_collect()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.in_sight := exists (select 1 from answer where id = new.answer_id and in_sight);
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.place_question_collect()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.in_sight := exists (select 1 from question where id = new.question_id and state = 'shown');
  return new;
end
$function$
;

CREATE OR REPLACE FUNCTION public.raise_content_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update content_version set version = version + 1;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.raise_lexicon_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update im_lexicon set version = version + 1;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% only grows', tg_table_name;
end
$function$
;

CREATE OR REPLACE FUNCTION public.refuse_emptying()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  has_rows boolean;
begin
  execute format('select exists (select from %I.%I)', tg_table_schema, tg_table_name) into has_rows;
  if has_rows then
    raise exception '% only grows', tg_table_name;
  end if;
  return null;
end
$function$
;

CREATE OR REPLACE FUNCTION public.refuse_fee_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and new.created_by is null
    and (to_jsonb(new) - 'created_by') = (to_jsonb(old) - 'created_by') then
    return new; -- its author's account was deleted
  end if;
  raise exception 'a fee never changes';
end
$function$
;

CREATE OR REPLACE FUNCTION public.remember_role_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.was_user := true;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.renew_database_history(seen_generation bigint, seen_place text, above bigint)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  fresh bigint;
  ids record;
begin
  update database_history
  set generation = greatest((extract(epoch from clock_timestamp()) * 1000)::bigint, generation + 1, above + 1),
    place = database_place()
  where generation = seen_generation and place = seen_place
  returning generation into fresh;
  if fresh is null then
    return null;
  end if;
  for ids in
    select pg_get_serial_sequence(attrelid::regclass::text, attname) as sequence,
      relname in ('im_message', 'im_account', 'session') as is_timed
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and attidentity <> '' and atttypid = 'bigint'::regtype
  loop
    if ids.is_timed then
      perform setval(ids.sequence, greatest(nextval(ids.sequence), fresh));
    else
      perform setval(ids.sequence, nextval(ids.sequence) + 100000);
    end if;
  end loop;
  perform setval('member_number_seq', 1000 + greatest(
    nextval('member_number_seq'),
    (select max(substr(number, 6)::bigint) from member where number ~ '^\d{4}[DG]\d{1,12}$')
  ));
  return fresh;
end $function$
;

CREATE OR REPLACE FUNCTION public.require_led_consent()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select 1 from peer_group g join im_account i on i.id = new.im_account_id
    where g.team_id = new.team_id and g.kind = 'led' and not exists (
      select 1 from led_consent c
      where c.group_id = g.id and c.account_id = i.account_id and c.withdrawn_at is null)
  ) then
    raise exception 'a member of a counsellor-led group has not consented' using errcode = 'check_violation';
  end if;
  return new;
end $function$
;

CREATE OR REPLACE FUNCTION public.security_event_digest(previous bytea, event security_event)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select sha256(previous || convert_to(jsonb_build_array(
    (extract(epoch from event.at) * 1000)::bigint, event.kind, event.account_id, event.ip, event.request_id, event.detail
  )::text, 'UTF8'))
$function$
;

CREATE OR REPLACE FUNCTION public.text_grams(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT COALESCE(array_agg(DISTINCT substr(text_grams.words, at.at, of.long)), '{}'::text[]) AS "coalesce" FROM (generate_series(1, length(text_grams.words)) at(at) CROSS JOIN (VALUES (1), (2)) of(long)))
;

CREATE OR REPLACE FUNCTION public.write_security_event(new_kind text, new_account bigint, new_ip text, new_request text, new_detail jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  event security_event;
begin
  perform pg_advisory_xact_lock(2026112103);
  event.id := nextval(pg_get_serial_sequence('security_event', 'id'));
  event.at := date_trunc('milliseconds', clock_timestamp());
  event.kind := new_kind;
  event.account_id := new_account;
  event.ip := new_ip;
  event.request_id := new_request;
  event.detail := new_detail;
  select coalesce((select hash from security_event order by id desc limit 1), decode(repeat('00', 32), 'hex'))
    into event.previous_hash;
  event.hash := security_event_digest(event.previous_hash, event);
  insert into security_event overriding system value select event.*;
end
$function$
;
