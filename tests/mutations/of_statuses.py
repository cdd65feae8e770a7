"""Mistakes in how statuses are made, and in what is reused."""

from __future__ import annotations

from mutation import Mutation

__all__ = ["STATUSES"]

_GATES = "theorems/test_gates.py"
_REFUSED = f"{_GATES}::test_refused"
_RUNNER = "theorems/test_runner.py"
_DIGEST = "theorems/test_digest.py"

MADE = (
    Mutation(
        "no-cap",
        "theorems/runner.py",
        "        if status.rank < limit.rank:\n",
        "        if status.rank > limit.rank:\n",
        "a theorem is proved by what was only seen at points",
        (f"{_RUNNER}::test_a_status_is_capped_along_uses",),
    ),
    Mutation(
        "a-cap-of-parents-only",
        "theorems/runner.py",
        "        used = ancestors(name, entries)\n",
        "        used = list(entry.uses)\n",
        "two steps away an unproved entry no longer counts",
        (f"{_RUNNER}::test_a_status_is_capped_along_uses",),
    ),
    Mutation(
        "what-rests-on-a-falsehood",
        "theorems/runner.py",
        "limit = theirs if theirs.rank <= Status.CONSISTENT.rank else Status.INCONCLUSIVE",
        "limit = theirs if theirs.rank <= Status.CONSISTENT.rank else Status.PROVED",
        "a refuted entry proves others",
        (f"{_RUNNER}::test_what_rests_on_a_refuted_entry_is_not_proved",),
    ),
    Mutation(
        "a-note-as-an-axiom",
        "theorems/runner.py",
        "        if isinstance(entries[u], Axiom):\n            continue",
        "        if isinstance(entries[u], (Axiom, Note)):\n            continue",
        "prose that nothing checks supports a theorem, and is not listed as an axiom",
        (f"{_RUNNER}::test_prose_proves_nothing",),
    ),
    Mutation(
        "axioms-of-ancestors",
        "theorems/runner.py",
        "modulo = tuple(sorted(u for u in used if isinstance(entries[u], Axiom)))",
        "modulo = tuple(sorted(u for u in entry.uses if isinstance(entries[u], Axiom)))",
        "a theorem hides the axioms that its lemmas rest on",
        (f"{_RUNNER}::test_a_status_is_capped_along_uses",),
    ),
    Mutation(
        "one-mutant-is-enough",
        "theorems/evaluate.py",
        "_MUTANTS_OWED = 2",
        "_MUTANTS_OWED = 1",
        "a theorem owes one wrong variant",
        (f"{_RUNNER}::test_an_entry_in_error",),
    ),
    Mutation(
        "a-mutant-that-survives",
        "theorems/evaluate.py",
        "elif survivors and own is not Status.REFUTED:",
        "elif len(survivors) > 1 and own is not Status.REFUTED:",
        "a wrong variant that nothing refutes is forgiven",
        (f"{_RUNNER}::test_an_entry_in_error",),
    ),
    Mutation(
        "the-strongest-part",
        "theorems/evaluate.py",
        "    weakest = max(best, key=lambda c: c.status.rank)\n",
        "    weakest = min(best, key=lambda c: c.status.rank)\n",
        "a claim in two parts is as good as the better one",
        (f"{_GATES}::test_a_claim_is_as_good_as_its_weakest_part",),
    ),
    Mutation(
        "a-check-that-failed",
        "theorems/evaluate.py",
        "    if failed is not None:\n        return Status.ERROR, failed.detail\n",
        "",
        "a proof outvotes the evaluation that contradicts it",
        (f"{_GATES}::test_mpmath_disagreement_is_not_outvoted",),
    ),
    Mutation(
        "a-part-without-a-check",
        "theorems/evaluate.py",
        '            return Status.ERROR, f"no check covers part {part}"\n',
        "            continue\n",
        "parts that nothing checks hold",
        (f"{_GATES}::test_an_uncovered_part_is_an_error",),
    ),
    Mutation(
        "a-lemma-that-is-not-listed",
        "theorems/evaluate.py",
        "        if name not in self.uses:\n",
        "        if name not in self.library:\n",
        "a proof uses a lemma that caps nothing",
        (f"{_GATES}::test_a_lemma_has_to_be_listed",),
    ),
    Mutation(
        "the-code-of-a-proof-file",
        "theorems/evaluate.py",
        "if foreign and own.rank < Status.INCONCLUSIVE.rank:",
        "if foreign and own.rank < Status.PROVED.rank:",
        "a proof file's own check certifies",
        (f"{_GATES}::test_code_of_the_proof_file_is_no_verdict",),
    ),
    Mutation(
        "a-rule-of-the-same-name",
        "theorems/own_code.py",
        "return REWRITES.get(thing.name) is thing",
        "return thing.name in REWRITES",
        "a rule of a proof file passes under the name of a known one",
        (f"{_GATES}::test_code_of_the_proof_file_is_no_verdict",),
    ),
    Mutation(
        "a-mutant-that-decides-itself",
        "theorems/own_code.py",
        "    for part in (*entry.parts, *mutants):\n",
        "    for part in (*entry.parts, *()):\n",
        "a proof file refutes its mutants by saying so",
        ("theorems/test_decided.py::test_a_mutant_of_the_proof_file_does_not_refute_itself",),
    ),
    Mutation(
        "a-function-with-signs-of-its-own",
        "theorems/own_code.py",
        "            if known is not Generic._sign_range:\n",
        "            if known is None:\n",
        "a function of a proof file says that it is positive",
        (f"{_GATES}::test_a_function_of_the_proof_file_has_no_sign_of_its_own",),
    ),
    Mutation(
        "a-class-that-says-it-is-ours",
        "theorems/own_code.py",
        "    return inside and getattr(sys.modules.get(module), kind.__name__, None) is kind",
        "    return inside",
        "a class passes that claims to come from the package",
        ("theorems/test_decided.py::test_a_name_does_not_make_a_class_the_toolkit_s",),
    ),
    Mutation(
        "a-class-of-the-suite",
        "theorems/own_code.py",
        'inside = module.startswith(f"{_PACKAGE}.") and not module.startswith(f"{PACKAGE}.")',
        'inside = module.startswith(f"{_PACKAGE}.")',
        "checks of the shipped proof files count as the toolkit's",
        ("theorems/test_decided.py::test_a_name_does_not_make_a_class_the_toolkit_s",),
    ),
    Mutation(
        "a-certificate-that-nobody-reads",
        "theorems/box_check.py",
        "                    trace += _verified(found.certificate)\n",
        "                    trace += [] and _verified(found.certificate)\n",
        "what the prover says is certified without the independent checker",
        ("theorems/test_boxed.py::test_what_the_prover_says_is_verified",),
    ),
    Mutation(
        "a-witness-of-an-unclear-hypothesis",
        "theorems/box_check.py",
        "return all(truth(h, point) is True for h in goal.given)",
        "return all(truth(h, point) is not False for h in goal.given)",
        "a point at which a hypothesis may fail refutes a claim",
        (
            "theorems/test_boxed.py"
            "::test_a_witness_at_which_a_hypothesis_is_undecided_refutes_nothing",
        ),
    ),
    Mutation(
        "mpmath-says-less",
        "theorems/checks.py",
        '"<": gap < -slack',
        '"<": gap < slack',
        "Phi(1) < Phi(1) to fifty digits",
        (f"{_REFUSED}[equal is not less]",),
    ),
    Mutation(
        "one-curve-above-the-other",
        "theorems/checks.py",
        "([right >= left] if isinstance(statement, SameCurve) else [])",
        "([right >= left] if isinstance(statement, Above) and left == right else [])",
        "two curves are the same when one lies above the other",
        (
            "theorems/test_planted.py"
            "::test_the_falsehood_does_not_pass[numbers in exact(): delta off by 1e-6]",
        ),
    ),
)

REUSE = (
    Mutation(
        "a-digest-without-domains",
        "theorems/digest.py",
        'return f"Real({symbol.name!r}, {_Canonical().doprint(symbol.domain)})"',
        'return f"Real({symbol.name!r})"',
        "a proof for x in [0, 1] is reused for x in [0, 2]",
        (f"{_DIGEST}::test_it_changes",),
    ),
    Mutation(
        "a-digest-without-what-is-used",
        "theorems/digest.py",
        "            text.update(_content(used).encode())\n",
        "            text.update(used.id.encode())\n",
        "a result outlives a change of the lemma that it uses",
        (f"{_DIGEST}::test_it_changes_with_what_is_used",),
    ),
    Mutation(
        "a-digest-without-the-engine",
        "theorems/digest.py",
        "hashlib.sha256(engine_digest().encode())",
        "hashlib.sha256(engine_digest()[:0].encode())",
        "a result outlives a change of the rules",
        (f"{_DIGEST}::test_it_changes_with_the_engine",),
    ),
    Mutation(
        "a-digest-without-facts",
        "theorems/digest.py",
        "{sorted(value.facts)}, {value.bounds}",
        "{value.bounds}",
        "a result for convex functions is reused for all",
        (f"{_DIGEST}::test_it_changes_with_instances_and_facts",),
    ),
    Mutation(
        "a-digest-without-definitions",
        "theorems/digest.py",
        'return f"{value.__name__}{_source_of(value)}"',
        'return f"{value.__name__}"',
        "a result outlives a change of a function that the proof file defines",
        (f"{_DIGEST}::test_it_changes_with_the_body_of_a_function",),
    ),
    Mutation(
        "an-engine-without-its-balls",
        "theorems/fingerprint.py",
        '    *("opinions/", ',
        '    *("balls/", "opinions/", ',
        "a result outlives a change of the enclosures",
        (f"{_DIGEST}::test_the_engine_is_all_that_decides",),
    ),
    Mutation(
        "any-recorded-result",
        "theorems/ledger.py",
        'if data is None or data.get("digest") != digest or misfit(',
        "if data is None or misfit(",
        "a recorded result is used whatever has changed",
        (f"{_RUNNER}::test_results_are_reused_while_nothing_changes",),
    ),
    Mutation(
        "any-recorded-suite",
        "theorems/ledger.py",
        'if data is None or data.get("fingerprint") != fingerprint:',
        "if data is None:",
        "the last run of the suite is shown whatever has changed",
        (f"{_RUNNER}::test_a_run_of_the_suite_is_reused_under_its_fingerprint",),
    ),
)

STATUSES = (*MADE, *REUSE)
