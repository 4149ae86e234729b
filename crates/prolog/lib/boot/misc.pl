% Odds and ends in the module system: statistics, tracing that does nothing, small predicates on
% terms.

statistics(Key, Value) :-
    (   '$statistic'(Key, Value0)
    ->  Value = Value0
    ;   var(Key)
    ->  throw(error(instantiation_error, context(system:statistics/2, _)))
    ;   throw(error(domain_error(statistics_key, Key), context(system:statistics/2, _)))
    ).

'$statistic'(Key, _) :-
    var(Key),
    !,
    fail.
'$statistic'(cputime, Cpu) :-
    '$runtime'(Cpu, _).
'$statistic'(process_cputime, Cpu) :-
    '$runtime'(Cpu, _).
'$statistic'(inferences, Count) :-
    '$inferences'(Count).
'$statistic'(runtime, [Ms,Since]) :-
    '$runtime'(Cpu, _),
    Ms is truncate(Cpu*1000),
    '$since_last'(runtime, Ms, Since).
'$statistic'(process_runtime, Value) :-
    '$statistic'(runtime, Value).
'$statistic'(system_time, [0,0]).
'$statistic'(walltime, [Ms,Since]) :-
    '$runtime'(_, Wall),
    Ms is truncate(Wall*1000),
    '$since_last'(walltime, Ms, Since).
'$statistic'(real_time, [Seconds,Since]) :-
    get_time(Time),
    Seconds is truncate(Time),
    '$since_last'(real_time, Seconds, Since).
'$statistic'(epoch, Epoch) :-
    get_time(Time),
    '$runtime'(_, Wall),
    Epoch is Time-Wall.
'$statistic'(Key, 0) :-
    memberchk(Key,
              [ atoms, functors, predicates, modules, codes, clauses, threads, stack,
                globalused, localused, trailused, c_stack, atom_space, agc, agc_gained,
                engines, stack_shifts, global_shifts, local_shifts, trail_shifts
              ]).
'$statistic'(stack_limit, Limit) :-
    (   catch(current_prolog_flag(stack_limit, Limit), _, fail)
    ->  true
    ;   Limit = 1073741824
    ).
'$statistic'(Key, [0,0]) :-
    memberchk(Key, [memory,core,program,global_stack,local_stack,trail]).
'$statistic'(garbage_collection, [0,0,0,0]).

'$since_last'(Key, Now, Since) :-
    atom_concat('$statistics_', Key, Name),
    nb_getval_or(Name, 0, Last),
    nb_setval(Name, Now),
    Since is Now-Last.

garbage_collect_atoms.
garbage_collect_clauses.
trim_stacks.
trim_heap.

debug.
nodebug.
trace.
notrace.
tracing :-
    fail.
spy(_).
nospy(_).
nospyall.
leash(_).
visible(_).

style_check(Spec) :-
    (   var(Spec)
    ->  throw(error(instantiation_error, _))
    ;   Spec = +(Style)
    ->  '$set_style'(Style, true)
    ;   Spec = -(Style)
    ->  '$set_style'(Style, false)
    ;   Spec = ?(_)
    ->  true
    ;   throw(error(domain_error(style_name, Spec), _))
    ).

'$set_style'(Style, On) :-
    (   memberchk(Style, [singleton, discontiguous])
    ->  '$style'(Style, On)
    ;   memberchk(Style, [atom, no_effect, var_branches, charset])
    ->  true
    ;   throw(error(domain_error(style_name, Style), _))
    ).

:- meta_predicate
    notrace(0),
    catch_with_backtrace(0, ?, 0),
    '$'(0).

notrace(Goal) :-
    once(Goal).

catch_with_backtrace(Goal, Ball, Recovery) :-
    catch(Goal, Ball, Recovery).

'$'(Goal) :-
    (   call_cleanup(Goal, Det = true)
    *-> (   Det == true
        ->  true
        ;   strip_module(Goal, _, G),
            throw(error(determinism_error(G, det, nondet, goal), _))
        )
    ;   strip_module(Goal, _, G),
        throw(error(determinism_error(G, det, fail, goal), _))
    ).

'$'.

term_singletons(Term, Singletons) :-
    '$term_singletons'(Term, Singletons).

nonground(Term, V) :-
    term_variables(Term, [V|_]).

is_most_general_term(Term) :-
    (   is_list(Term)
    ->  '$distinct_variables'(Term)
    ;   compound(Term)
    ->  compound_name_arguments(Term, _, Args),
        '$distinct_variables'(Args)
    ;   callable(Term)
    ).

'$distinct_variables'(Args) :-
    '$all_plain_variables'(Args),
    length(Args, N),
    sort(Args, Sorted),
    length(Sorted, N).

'$all_plain_variables'([]).
'$all_plain_variables'([V|Vs]) :-
    var(V),
    \+ attvar(V),
    '$all_plain_variables'(Vs).

var_number('$VAR'(N), N).

% Only the given variables are renamed; everything else is shared.
copy_term(Vars, Term, VarsCopy, Copy) :-
    '$copy_variables'(Vars, Term, VarsCopy, Copy, attributes).

copy_term_nat(Vars, Term, VarsCopy, Copy) :-
    '$copy_variables'(Vars, Term, VarsCopy, Copy, plain).

'$copy_variables'(Vars0, Term, VarsCopy, Copy, How) :-
    term_variables(Vars0, Vars),
    term_variables(Vars0-Term, All),
    '$without_variables'(All, Vars, Shared),
    (   How == plain
    ->  copy_term_nat(Shared/Vars0/Term, Shared/VarsCopy/Copy)
    ;   copy_term(Shared/Vars0/Term, Shared/VarsCopy/Copy)
    ).

read_string(Stream, Length, String) :-
    (   var(Length)
    ->  '$read_codes'(-1, Stream, Codes)
    ;   '$read_codes'(Length, Stream, Codes)
    ),
    string_codes(String, Codes),
    string_length(String, Length0),
    ( var(Length) -> Length = Length0 ; true ).

'$read_codes'(0, _, []) :- !.
'$read_codes'(N, Stream, Codes) :-
    get_code(Stream, C),
    (   C =:= -1
    ->  Codes = []
    ;   Codes = [C|Rest],
        N1 is N-1,
        '$read_codes'(N1, Stream, Rest)
    ).

read_string(Stream, Separators, Pad, Separator, String) :-
    string_codes(Separators, Seps),
    '$read_until'(Stream, Seps, Separator, Codes),
    (   Codes == [],
        Separator == -1
    ->  String = ""
    ;   string_codes(Raw, Codes),
        split_string(Raw, "", Pad, [String])
    ).

'$read_until'(Stream, Seps, Separator, Codes) :-
    get_code(Stream, C),
    (   ( C =:= -1 ; memberchk(C, Seps) )
    ->  Separator = C,
        Codes = []
    ;   Codes = [C|Rest],
        '$read_until'(Stream, Seps, Separator, Rest)
    ).

variant_hash(Term, Hash) :-
    (   acyclic_term(Term)
    ->  true
    ;   throw(error(type_error(acyclic, Term), _))
    ),
    '$variant_digest'(Term, Hash0),
    sub_atom(Hash0, 0, 24, _, Hash).

variant_sha1(Term, Hash) :-
    (   acyclic_term(Term)
    ->  true
    ;   throw(error(type_error(acyclic, Term), _))
    ),
    (   term_attvars(Term, [])
    ->  true
    ;   throw(error(type_error(free_of_attvar, Term), _))
    ),
    '$variant_digest'(Term, Hash).

'$variant_digest'(Term, Hash) :-
    copy_term_nat(Term, Copy),
    numbervars(Copy, 0, _, [functor_name('$variant')]),
    format(atom(Text), '~k', [Copy]),
    '$text_digest'(Text, Hash).

term_hash(Term, Depth, Range, Hash) :-
    (   Depth == -1
    ->  Cut = Term
    ;   '$cut_term'(Depth, Term, Cut)
    ),
    term_hash(Cut, Hash0),
    (   var(Hash0)
    ->  true
    ;   Hash is Hash0 mod Range
    ).

'$cut_term'(0, _, cut) :- !.
'$cut_term'(Depth, Term, Cut) :-
    (   compound(Term)
    ->  compound_name_arguments(Term, Name, Args0),
        D is Depth-1,
        '$cut_terms'(Args0, D, Args),
        compound_name_arguments(Cut, Name, Args)
    ;   Cut = Term
    ).

'$cut_terms'([], _, []).
'$cut_terms'([A|As], D, [C|Cs]) :-
    '$cut_term'(D, A, C),
    '$cut_terms'(As, D, Cs).

collation_key(Atom, Key) :-
    atom_string(Atom, Key).

bounded_number(Low, High, N) :-
    number(N),
    N > Low,
    N < High.

flag(Key, Old, New) :-
    '$flag_name'(Key, Name),
    nb_getval_or(Name, 0, Old),
    Value is New,
    nb_setval(Name, Value).

get_flag(Key, Value) :-
    '$flag_name'(Key, Name),
    nb_getval_or(Name, 0, Value).

set_flag(Key, Value) :-
    '$flag_name'(Key, Name),
    nb_setval(Name, Value).

'$flag_name'(Key, Name) :-
    (   atomic(Key)
    ->  atom_concat('$flag_', Key, Name)
    ;   functor(Key, F, _),
        atom_concat('$flag_', F, Name)
    ).

access_file(File, Mode) :-
    (   \+ memberchk(Mode, [none,read,write,append,execute,exist])
    ->  throw(error(domain_error(io_mode, Mode), _))
    ;   Mode == none
    ->  true
    ;   memberchk(Mode, [write,append])
    ->  (   exists_file(File)
        ->  true
        ;   file_directory_name(File, Dir),
            exists_directory(Dir)
        )
    ;   Mode == exist
    ->  catch(time_file(File, _), _, fail)
    ;   exists_file(File)
    ).

float_class(F, Class) :-
    (   var(F)
    ->  throw(error(instantiation_error, _))
    ;   \+ float(F)
    ->  throw(error(type_error(float, F), _))
    ;   F =\= F
    ->  Class = nan
    ;   abs(F) =:= inf
    ->  Class = infinite
    ;   F =:= 0.0
    ->  Class = zero
    ;   abs(F) < 2.2250738585072014e-308
    ->  Class = subnormal
    ;   Class = normal
    ).

string_bytes(Text, Bytes, Encoding) :-
    (   nonvar(Text)
    ->  string_codes(Text, Codes),
        '$encode'(Codes, Encoding, Bytes)
    ;   '$decode'(Bytes, Encoding, Codes),
        string_codes(Text, Codes)
    ),
    !.

'$encode'([], _, []).
'$encode'([C|Cs], E, Bytes) :-
    '$encode_code'(E, C, Bytes, Rest),
    '$encode'(Cs, E, Rest).

'$encode_code'(utf8, C, Bs, T) :- !,
    (   C < 0x80
    ->  Bs = [C|T]
    ;   C < 0x800
    ->  B1 is 0xc0 \/ (C >> 6),
        B2 is 0x80 \/ (C /\ 0x3f),
        Bs = [B1,B2|T]
    ;   C < 0x10000
    ->  B1 is 0xe0 \/ (C >> 12),
        B2 is 0x80 \/ ((C >> 6) /\ 0x3f),
        B3 is 0x80 \/ (C /\ 0x3f),
        Bs = [B1,B2,B3|T]
    ;   B1 is 0xf0 \/ (C >> 18),
        B2 is 0x80 \/ ((C >> 12) /\ 0x3f),
        B3 is 0x80 \/ ((C >> 6) /\ 0x3f),
        B4 is 0x80 \/ (C /\ 0x3f),
        Bs = [B1,B2,B3,B4|T]
    ).
'$encode_code'(utf16be, C, [H,L|T], T) :- !,
    H is C >> 8,
    L is C /\ 0xff.
'$encode_code'(utf16le, C, [L,H|T], T) :- !,
    H is C >> 8,
    L is C /\ 0xff.
'$encode_code'(_, C, [C|T], T).

'$decode'([], _, []).
'$decode'([B|Bs], E, [C|Cs]) :-
    '$decode_code'(E, B, Bs, C, Rest),
    '$decode'(Rest, E, Cs).

'$decode_code'(utf8, B, Bs, C, Rest) :-
    B >= 0xc0,
    !,
    (   B < 0xe0
    ->  Bs = [B2|Rest],
        C is ((B /\ 0x1f) << 6) \/ (B2 /\ 0x3f)
    ;   B < 0xf0
    ->  Bs = [B2,B3|Rest],
        C is ((B /\ 0x0f) << 12) \/ ((B2 /\ 0x3f) << 6) \/ (B3 /\ 0x3f)
    ;   Bs = [B2,B3,B4|Rest],
        C is ((B /\ 0x07) << 18) \/ ((B2 /\ 0x3f) << 12) \/ ((B3 /\ 0x3f) << 6)
             \/ (B4 /\ 0x3f)
    ).
'$decode_code'(utf16be, H, [L|Rest], C, Rest) :- !,
    C is H << 8 \/ L.
'$decode_code'(utf16le, L, [H|Rest], C, Rest) :- !,
    C is H << 8 \/ L.
'$decode_code'(E, _, _, _, _) :-
    '$memberchk_encoding'(E),
    !,
    throw(error(syntax_error(incomplete_multibyte_sequence), _)).
'$decode_code'(_, B, Bs, B, Bs).

'$memberchk_encoding'(utf16le) :- !.
'$memberchk_encoding'(utf16be).

prolog_stack_property(_, _) :-
    fail.
